# /usr/bin/python3 images/train/export.py EMA.pt MODEL.onnx in bench/, with Debian's python3-torch and -onnx: writes the
# network with its weights as float16, widened once when a session starts. What it answers is foreground, 0 to 1.
# `--check RUNNER…`: a command that is given the model, a file of float32 inputs and one to write float32 answers to; they
# must equal PyTorch's within 1e-3 (export-check.ts runs ONNX Runtime).
import os, subprocess, sys, tempfile

import numpy as np, onnx, torch
from onnx import TensorProto, helper, numpy_helper

from net import Net


class Foreground(torch.nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x):
        return torch.sigmoid(self.net(x))


def halved(model):
    """Keeps tensors of more than 64 numbers as float16, each with a Cast before its use."""
    casts = []
    for tensor in model.graph.initializer:
        value = numpy_helper.to_array(tensor)
        if tensor.data_type != TensorProto.FLOAT or value.size <= 64:
            continue
        name = tensor.name
        tensor.CopyFrom(numpy_helper.from_array(value.astype(np.float16), f"{name}.half"))
        casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    for cast in reversed(casts):
        model.graph.node.insert(0, cast)
    return model


def main(weights, out, runner):
    state = torch.load(weights)
    net = Net(state["shape"], state["size"])
    net.load_state_dict({k: v.half().float() if v.dtype == torch.float32 and v.numel() > 64 else v for k, v in state["weights"].items()})
    module = Foreground(net.eval()).eval()
    size = state["size"]
    with tempfile.TemporaryDirectory() as folder:
        torch.onnx.export(module, torch.zeros(1, 3, size, size), f"{folder}/m.onnx", opset_version=13, input_names=["x"], output_names=["y"])
        onnx.save(halved(onnx.load(f"{folder}/m.onnx")), out)
        print(f"{out}: {os.path.getsize(out):,} bytes")
        if not runner:
            return
        x = torch.rand(2, 3, size, size, generator=torch.Generator().manual_seed(1))
        x.numpy().tofile(f"{folder}/x")
        subprocess.run([*runner, out, f"{folder}/x", f"{folder}/y"], check=True)
        with torch.no_grad():
            y = module(x).numpy()
        worst = float(np.abs(np.fromfile(f"{folder}/y", np.float32).reshape(y.shape) - y).max())
        print(f"differs from PyTorch by at most {worst:.1e}")
        sys.exit(0 if worst <= 1e-3 else 1)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[4:] if "--check" in sys.argv else [])
