# /usr/bin/python3 images/train/average.py A.onnx B.onnx MODEL.onnx [--reference FILE.json] in bench/: writes the mean of two
# networks that export.py wrote, of which one was trained further from the other (Wortsman et al., Model soups, 2022). Batch
# normalization is folded into their weights. `--reference` as in export.py: PyTorch runs the mean.
import argparse, json

import numpy as np, onnx, torch
import torch.nn.functional as F
from onnx import numpy_helper

from export import drawn


def values(model):
    return {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}


def widened(model):
    """For each tensor of bytes: the name of its scales, one for each output channel."""
    return {node.input[0]: node.input[1] for node in model.graph.node if node.op_type == "DequantizeLinear"}


def floats(of, name, scale):
    return of[name].astype(np.float64) * of[scale].astype(np.float64)[:, None, None, None]


def averaged(first, second):
    """The second model with the mean of the weights of both."""
    a, b = values(first), values(second)
    if [(name, one.shape) for name, one in a.items()] != [(name, one.shape) for name, one in b.items()]:
        raise SystemExit("the two networks differ in shape")
    mean = {name: (a[name] + b[name]) / 2 if one.dtype == np.float32 else one for name, one in b.items()}
    for name, scale in widened(second).items():
        weight = (floats(a, name, scale) + floats(b, name, scale)) / 2
        step = np.maximum(np.abs(weight).max((1, 2, 3)), 1e-12) / 127
        mean[name], mean[scale] = np.round(weight / step[:, None, None, None]).astype(np.int8), step.astype(np.float32)
    for tensor in second.graph.initializer:
        tensor.CopyFrom(numpy_helper.from_array(mean[tensor.name], tensor.name))
    return second


def settings(node):
    return {one.name: onnx.helper.get_attribute_value(one) for one in node.attribute}


@torch.no_grad()
def run(model, x):
    """What PyTorch makes of x, node by node."""
    known = {name: torch.from_numpy(one.copy()) for name, one in values(model).items()} | {"x": x}
    for node in model.graph.node:
        of, given = settings(node), [known[name] for name in node.input if name]
        known[node.output[0]] = {
            "DequantizeLinear": lambda w, scale: w.float() * scale[:, None, None, None],
            "Conv": lambda x, w, b=None: F.conv2d(x, w, b, of["strides"], of["pads"][:2], of["dilations"]),
            "Relu": F.relu,
            "Add": torch.add,
            "Sigmoid": torch.sigmoid,
            "AveragePool": lambda x: F.avg_pool2d(x, of["kernel_shape"], of["strides"]),
            "Resize": lambda x, sizes: F.interpolate(x, sizes.tolist()[2:], mode="bilinear", align_corners=False),
            "Concat": lambda *parts: torch.cat(parts, 1),
        }[node.op_type](*given)
    return known[model.graph.output[0].name]


p = argparse.ArgumentParser()
p.add_argument("first"), p.add_argument("second"), p.add_argument("out"), p.add_argument("--reference")
o = p.parse_args()
model = averaged(onnx.load(o.first), onnx.load(o.second))
onnx.save(model, o.out)
size = model.graph.input[0].type.tensor_type.shape.dim[2].dim_value
if o.reference:
    every = run(model, (drawn(size) - 0.5) * 4)[0, 0, ::16, ::16].flatten().tolist()
    json.dump([round(value, 5) for value in every], open(o.reference, "w"))
