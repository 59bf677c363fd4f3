# /usr/bin/python3 images/train/check.py BUN [--short] in bench/ (npm run check:training), with Debian's python3-torch, -onnx
# and -opencv: draws 50 pictures, trains on them for a minute, and fails unless the loss falls, a run that is interrupted
# gives the same weights to the bit, a net that is given more blocks or channels begins as it was, and the exported model
# computes what PyTorch does, also when its weights are read again. With --short it takes 8 small steps on 20 pictures, too few
# for the loss to fall: it may rise by a tenth.
import json, multiprocessing, os, runpy, sys, tempfile

import cv2, numpy as np, torch

from net import Net
from restore import read
from train import grow

HERE = os.path.dirname(os.path.abspath(__file__))
SHORT = "--short" in sys.argv[2:]
PICTURES, STEPS, HALF, BATCH, FALL = (20, 8, 4, 4, 1.1) if SHORT else (50, 40, 20, 8, 0.8)


def draw(random, side=160):
    """Something round before a restless background: blue, green, red, and its matte."""
    image = cv2.GaussianBlur(random.integers(0, 255, (side, side, 3), np.uint8), (0, 0), 6)
    image = cv2.normalize(image, None, 40, 160, cv2.NORM_MINMAX)
    matte = np.zeros((side, side), np.uint8)
    center, axes = random.integers(50, 110, 2).tolist(), random.integers(20, 45, 2).tolist()
    cv2.ellipse(matte, center, axes, float(random.uniform(0, 180)), 0, 360, 255, -1, cv2.LINE_AA)
    color = random.integers(120, 255, 3) * [1, 1, 0.4]
    share = matte[..., None] / 255
    return (image * (1 - share) + color * share).astype(np.uint8), matte


def fill(folder):
    random = np.random.default_rng(1)
    for name in ("pictures/drawn", "masks"):
        os.makedirs(f"{folder}/{name}")
    with open(f"{folder}/selected.jsonl", "w") as file:
        for k in range(PICTURES):
            image, matte = draw(random)
            cv2.imwrite(f"{folder}/pictures/drawn/{k}.jpg", image), cv2.imwrite(f"{folder}/masks/{k}.png", matte)
            file.write(json.dumps({"id": str(k), "source": "drawn", "group": "products", "isHeldOut": k % 10 == 0}) + "\n")


def command(script, words, is_silent):
    sys.argv = [script, *words]
    if is_silent:
        sys.stdout = open(os.devnull, "w")
    runpy.run_path(f"{HERE}/{script}", run_name="__main__")


def run(script, *words, is_silent=False):
    """Runs a script as a command in a fork: a new Python would load PyTorch again, which takes seconds. Gives its exit code."""
    child = multiprocessing.get_context("fork").Process(target=command, args=(script, words, is_silent))
    child.start(), child.join()
    return child.exitcode


def train(folder, name, *more):
    words = [folder, name, "--shape", "S", "--size", "128", "--steps", str(STEPS), "--batch", str(BATCH), "--log", str(HALF // 2), *more]
    if run("train.py", *words, is_silent=True) != 0:
        raise SystemExit("train.py failed")
    with open(f"{folder}/checkpoints/{name}/log.jsonl") as file:
        return [one["loss"] for one in map(json.loads, file) if "loss" in one]


@torch.no_grad()
def grown_begins_as_before(few, many):
    torch.manual_seed(1)
    before, after, x = Net(few, 128).eval(), Net(many, 128).eval(), torch.rand(2, 3, 128, 128)
    grow(after, before.state_dict())
    return torch.allclose(before(x), after(x), atol=1e-5)


@torch.no_grad()
def restored_is_as_exported(folder):
    if run("restore.py", f"{folder}/m.onnx", folder, "restored", "--shape", "S", "--size", "128") != 0:
        return False
    x, nets = next(iter(read(folder, 128))), []
    for name in ("whole", "restored"):
        state = torch.load(f"{folder}/checkpoints/{name}/ema.pt")
        nets.append(Net("S", 128).eval())
        nets[-1].load_state_dict(state["weights"])
    one, other = (torch.sigmoid(net(x)) for net in nets)
    return float((one - other).abs().max()) < 0.05


def main(bun):
    # Threads of this process would be missing in its forks.
    torch.set_num_threads(1), cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as folder:
        fill(folder)
        losses = train(folder, "whole")
        # Flushed, or each fork prints it once more.
        print("loss", *losses, flush=True)
        train(folder, "halves", "--until", str(HALF)), train(folder, "halves")
        first, second = (torch.load(f"{folder}/checkpoints/{name}/state.pt")["net"] for name in ("whole", "halves"))
        same = all(torch.equal(first[name], second[name]) for name in first)
        print("an interrupted run gives", "the same weights" if same else "OTHER WEIGHTS", flush=True)
        as_before = grown_begins_as_before("M", "D") and grown_begins_as_before("D", "G")
        print("a net with more blocks or channels begins", "as the one before" if as_before else "AS ANOTHER", flush=True)
        export = [f"{folder}/checkpoints/whole/ema.pt", f"{folder}/m.onnx", "--check", bun, f"{HERE}/export-check.ts"]
        exported = run("export.py", *export) == 0
        restored = restored_is_as_exported(folder)
        print("a model that is read again computes", "the same" if restored else "SOMETHING ELSE")
        sys.exit(0 if same and as_before and exported and restored and losses[-1] < FALL * losses[0] else 1)


if __name__ == "__main__":
    main(sys.argv[1])
