# /usr/bin/python3 images/train/export.py EMA.pt MODEL.onnx in bench/, with Debian's python3-torch and -onnx: writes the
# network as a graph of Conv, Relu, Add, AveragePool, Resize, Concat and Sigmoid. Batch normalization is folded into
# the convolutions; weights are bytes with a scale for each output channel, which a DequantizeLinear widens when a session starts. Input: RGB, (value / 255 - 0.5) * 4.
# Output: probability of foreground, at half the size.
# `--check RUNNER…`: a command that is given the model, a file of float32 inputs and one to write float32 outputs to; they
# must equal PyTorch's within 1e-3 (export-check.ts runs the engine of this repository). `--reference FILE.json`: where to
# write what PyTorch makes of the drawn image, every sixteenth pixel, for model.test.ts.
import argparse, json, os, subprocess, sys, tempfile

import numpy as np, onnx, torch
from onnx import TensorProto, helper, numpy_helper

from net import Net, Residual

OPSET = 13


class Graph:
    """An ONNX graph in the making: each method adds a node and returns the name of its output."""

    def __init__(self):
        self.nodes, self.tensors, self.widened = [], [], []

    def tensor(self, value):
        name = f"w{len(self.tensors)}"
        self.tensors.append(numpy_helper.from_array(value, name))
        return name

    def quantized(self, weight):
        """The weights as bytes, and what they are then."""
        largest = weight.abs().amax((1, 2, 3)).clamp_min(1e-12)
        scales = (largest / 127).numpy()
        rounded = torch.round(weight / (largest / 127)[:, None, None, None])
        name, scale = self.tensor(rounded.numpy().astype(np.int8)), self.tensor(scales)
        self.widened.append(helper.make_node("DequantizeLinear", [name, scale], [f"{name}f"], axis=0))
        return f"{name}f", rounded * (largest / 127)[:, None, None, None]

    def node(self, kind, *inputs, **settings):
        name = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **settings))
        return name

    def convolution(self, x, layer, norm=None, bias=True):
        """A convolution, with the batch normalization that follows it. PyTorch's weights become those that are written."""
        shift = layer.bias.detach() if layer.bias is not None else None
        scale = torch.ones(len(layer.weight))
        if norm is not None:
            scale = norm.weight.detach() / torch.sqrt(norm.running_var + norm.eps)
            rest = norm.bias.detach() - norm.running_mean * scale
            shift = rest if shift is None else shift * scale + rest
        name, kept = self.quantized(layer.weight.detach() * scale[:, None, None, None])
        layer.weight.data = torch.where(scale[:, None, None, None] == 0, layer.weight, kept / scale[:, None, None, None])
        given = [name] + ([self.tensor(shift.numpy())] if bias and shift is not None else [])
        settings = dict(kernel_shape=layer.kernel_size, strides=layer.stride, dilations=layer.dilation)
        return self.node("Conv", x, *given, pads=list(layer.padding) * 2, **settings)

    def block(self, x, layers):
        """What `convolution` in net.py makes: a convolution, its normalization, a ReLU."""
        return self.node("Relu", self.convolution(x, layers[0], layers[1]))

    def mean(self, x, side):
        return self.node("AveragePool", x, kernel_shape=[side, side], strides=[side, side])

    def resized(self, x, side):
        """Bilinear; `side` is that of the output."""
        sizes = self.tensor(np.array([1, self.channels(x), side, side], np.int64))
        return self.node("Resize", x, "", "", sizes, mode="linear", coordinate_transformation_mode="half_pixel")

    def channels(self, name):
        made = {n.output[0]: n for n in self.nodes}[name]
        if made.op_type != "Conv":
            return self.channels(made.input[0])
        return {t.name + "f": t for t in self.tensors}[made.input[1]].dims[0]

    def residual(self, x, block):
        y = self.convolution(self.block(x, block.first), *block.second)
        if isinstance(block.past, torch.nn.Identity):
            return self.node("Relu", self.node("Add", y, x))
        pool, layer, norm = block.past
        past = x if isinstance(pool, torch.nn.Identity) else self.mean(x, pool.kernel_size)
        return self.node("Relu", self.node("Add", y, self.convolution(past, layer, norm)))

    def pyramid(self, x, pyramid, side):
        parts = [x]
        for bins, layer in zip(pyramid.bins, pyramid.means):
            parts.append(self.resized(self.node("Relu", self.convolution(self.mean(x, side // bins), layer)), side))
        return self.block(self.node("Concat", *parts, axis=1), pyramid.join)

    def up(self, coarse, fine, up, side):
        # The normalization of the sum is that of each part; its constant is added once.
        small = self.resized(self.convolution(coarse, up.coarse, up.norm, bias=False), side)
        x = self.node("Relu", self.node("Add", self.convolution(fine, up.fine, up.norm), small))
        return self.residual(x, up.block) if isinstance(up.block, Residual) else self.block(x, up.block)

    def network(self, net, size):
        levels = [self.block("x", net.stem)]
        for stage in net.stages:
            x = levels[-1]
            for block in stage:
                x = self.residual(x, block)
            levels.append(x)
        x, side = self.pyramid(levels[4], net.pyramid, size // 32), size // 32
        for up, fine in zip(net.ups, levels[3::-1]):
            side *= 2
            x = self.up(x, fine, up, side)
        self.nodes.append(helper.make_node("Sigmoid", [self.convolution(x, net.heads[0])], ["y"]))

    def model(self, size):
        shape = lambda name, channels, side: helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, channels, side, side])
        graph = helper.make_graph(self.widened + self.nodes, "net", [shape("x", 3, size)], [shape("y", 1, size // 2)], self.tensors)
        return helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", OPSET)])


def drawn(size):
    """A slope of grey from left to right with a red rectangle, (1, 3, size, size), 0 to 1; model.test.ts draws it too."""
    x = torch.linspace(0, 1, size).repeat(1, 3, size, 1)
    x[0, :, size // 4 : size // 2, size // 3 : size // 2] = torch.tensor([0.9, 0.2, 0.1])[:, None, None]
    return x


@torch.no_grad()
def probabilities(net, x):
    return torch.sigmoid(net(x)).numpy()


def checked(net, size, out, runner):
    """The largest difference between what PyTorch and the runner make of noise and of a drawn image."""
    noise = torch.rand(1, 3, size, size, generator=torch.Generator().manual_seed(1))
    x = torch.cat([noise, drawn(size)])
    with tempfile.TemporaryDirectory() as folder:
        ((x - 0.5) * 4).numpy().tofile(f"{folder}/x")
        subprocess.run([*runner, out, f"{folder}/x", f"{folder}/y"], check=True)
        found = np.fromfile(f"{folder}/y", np.float32)
    y = probabilities(net, x)
    return float(np.abs(found.reshape(y.shape) - y).max())


def options():
    p = argparse.ArgumentParser()
    p.add_argument("weights"), p.add_argument("out"), p.add_argument("--reference")
    p.add_argument("--check", nargs=argparse.REMAINDER, default=[])
    return p.parse_args()


def main(o):
    state = torch.load(o.weights)
    net, size = Net(state["shape"], state["size"]), state["size"]
    net.load_state_dict(state["weights"])
    graph = Graph()
    graph.network(net.eval(), size)
    model = graph.model(size)
    onnx.checker.check_model(model)
    onnx.save(model, o.out)
    print(f"{o.out}: {os.path.getsize(o.out):,} bytes")
    if o.reference:
        values = probabilities(net, drawn(size))[0, 0, ::16, ::16]
        with open(o.reference, "w") as file:
            print(json.dumps([round(float(value), 4) for value in values.ravel()]), file=file)
    if o.check:
        worst = checked(net, size, o.out, o.check)
        print(f"differs from PyTorch by at most {worst:.1e}")
        sys.exit(0 if worst <= 1e-3 else 1)


if __name__ == "__main__":
    main(options())
