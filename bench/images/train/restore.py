# /usr/bin/python3 images/train/restore.py MODEL.onnx FOLDER RUN --shape D in bench/: FOLDER/checkpoints/RUN/state.pt, from which
# `train.py --grown-from RUN` begins, from a model that export.py wrote: the inverse, where no checkpoint is left. Batch
# normalization was folded in, so each is given back what its layer makes of pictures of FOLDER/pictures: then it computes the
# same, whether it is trained or not. Weights stay the bytes that they are. The coarser heads are not in the model: new ones.
import argparse, glob, os, random

import cv2, numpy as np, onnx, torch
from onnx import numpy_helper

from export import Graph
from net import Net

PICTURES = 256


class Restored(Graph):
    """Walks a network as export.py does, and puts the weights of a model into it instead."""

    def __init__(self, path):
        super().__init__()
        graph = onnx.load(path).graph
        values = {tensor.name: torch.from_numpy(numpy_helper.to_array(tensor).copy()) for tensor in graph.initializer}
        for node in graph.node:
            if node.op_type == "DequantizeLinear":
                values[node.output[0]] = values[node.input[0]].float() * values[node.input[1]][:, None, None, None]
        convolutions = [node.input for node in graph.node if node.op_type == "Conv"]
        self.stored = [(values[one[1]], values[one[2]] if len(one) > 2 else None) for one in convolutions]

    def convolution(self, x, layer, norm=None, bias=True):
        weight, shift = self.stored.pop(0)
        if weight.shape != layer.weight.shape:
            raise SystemExit(f"the model is of another shape: {tuple(weight.shape)} where {tuple(layer.weight.shape)} is")
        layer.weight.data = weight
        if norm is not None:
            # 1 and 0, but for the constant: what `normalized` then changes together.
            torch.nn.init.constant_(norm.running_var, 1 - norm.eps), torch.nn.init.zeros_(norm.running_mean)
            if shift is not None:
                norm.bias.data = shift
        elif shift is not None:
            layer.bias.data = shift
        return super().convolution(x, layer, norm, bias)


@torch.no_grad()
def normalized(net, pictures):
    """Gives each batch normalization the mean and variance of what it is given, and scale and shift that undo them."""
    sums = {}

    def add(norm, given, _):
        x = given[0]
        count, first, second = sums.get(norm, (0, 0, 0))
        sums[norm] = count + x.numel() // x.shape[1], first + x.sum((0, 2, 3)), second + (x * x).sum((0, 2, 3))

    norms = [one for one in net.modules() if isinstance(one, torch.nn.BatchNorm2d)]
    hooks = [one.register_forward_hook(add) for one in norms]
    for picture in pictures:
        net(picture)
    for hook in hooks:
        hook.remove()
    for norm, (count, first, second) in sums.items():
        mean = first / count
        variance = (second / count - mean * mean).clamp_min(1e-6)
        norm.running_mean.copy_(mean), norm.running_var.copy_(variance)
        norm.weight.copy_(torch.sqrt(variance + norm.eps)), norm.bias.add_(mean)


def read(folder, size):
    paths = sorted(glob.glob(f"{folder}/pictures/*/*.jpg"))
    for path in random.Random(1).sample(paths, min(PICTURES, len(paths))):
        image = cv2.resize(cv2.imread(path)[:, :, ::-1], (size, size), interpolation=cv2.INTER_AREA)
        yield torch.from_numpy(image.copy()).permute(2, 0, 1)[None].float() / 255


def main(o):
    torch.manual_seed(1)
    net = Net(o.shape, o.size).eval()
    Restored(o.model).network(net, o.size)
    x = next(read(o.folder, o.size))
    with torch.no_grad():
        before = net(x)
        normalized(net, read(o.folder, o.size))
        print(f"differs by at most {float((net(x) - before).abs().max()):.1e} from what it was before it was normalized")
    out = f"{o.folder}/checkpoints/{o.run}"
    os.makedirs(out, exist_ok=True)
    torch.save({"net": net.state_dict()}, f"{out}/state.pt")
    torch.save({"weights": net.state_dict(), "shape": o.shape, "size": o.size}, f"{out}/ema.pt")


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("model"), p.add_argument("folder"), p.add_argument("run")
    p.add_argument("--shape", default="D"), p.add_argument("--size", type=int, default=256)
    main(p.parse_args())
