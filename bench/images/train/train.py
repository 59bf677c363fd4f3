# /usr/bin/python3 images/train/train.py FOLDER RUN --steps N [--shape M] [--sizes 0:160,9000:256] … in bench/, with Debian's
# python3-torch and -opencv: learns from FOLDER/selected.jsonl. Keeps all in FOLDER/checkpoints/RUN: state.pt (every five
# minutes, and where it stops), log.jsonl, ema.pt (the weights to export). The same command goes on where it stopped, to the
# bit: samples depend on their number alone, rate and size on the step, and the rest (weights, their moving average, the
# optimizer's moments) is in state.pt. It also goes on with more pictures, or other --steps, --decay or --sizes, and log.jsonl
# says so: the rate stays the same until the last --decay steps, so that a run may be made longer before these begin.
# FOLDER/checkpoints/RUN/stop makes it save and end. --grown-from OTHER begins with the weights of another run (or of a model
# that restore.py read), of a shape with fewer blocks or channels: those that are new change nothing until they have learned.
import argparse, copy, json, os, time

import cv2, numpy as np, torch
import torch.nn.functional as F

from data import Samples, decoded, pairs, read
from net import Net, Residual

SAVE_SECONDS = 300

# Without AVX-512 bfloat16 is emulated, which takes many times longer than float32.
FAST_BFLOAT16 = "AVX512" in torch.__config__.show()
# PyTorch binds the process to fewer cores, and its children with it.
CORES = os.sched_getaffinity(0)
if hasattr(torch.backends, "nnpack"):
    torch.backends.nnpack.set_flags(False)


def options():
    p = argparse.ArgumentParser()
    p.add_argument("folder"), p.add_argument("run")
    p.add_argument("--shape", default="M"), p.add_argument("--size", type=int, default=256, help="of the network that is exported")
    p.add_argument("--sizes", default="", help="STEP:SIZE,…: from which step on with pictures of which size; smaller ones first cost less")
    p.add_argument("--steps", type=int, required=True, help="in all"), p.add_argument("--batch", type=int, default=16)
    p.add_argument("--decay", type=int, help="of the last so many steps the rate falls to nothing; a third unless told")
    p.add_argument("--rate", type=float, default=2e-3), p.add_argument("--pasted", type=float, default=0.4)
    p.add_argument("--several", type=float, default=0.15, help="share of samples with the subject of another picture beside")
    p.add_argument("--limit", type=int, help="pictures to learn from"), p.add_argument("--seed", type=int, default=1)
    p.add_argument("--until", type=int, help="stop after so many steps"), p.add_argument("--pairs", action="append", default=[])
    p.add_argument("--grown-from", help="another run's name")
    p.add_argument("--evaluate", type=int, default=2000, help="steps between")
    p.add_argument("--log", type=int, default=100, help="steps between")
    return p.parse_args()


def size_at(sizes, step):
    return [size for first, size in sizes if first <= step][-1]


class Batches(torch.utils.data.IterableDataset):
    def __init__(self, samples, batch, first, sizes):
        self.samples, self.batch, self.first, self.sizes = samples, batch, first, sizes

    def __iter__(self):
        cv2.setNumThreads(1), os.sched_setaffinity(0, CORES)
        step = self.first
        while True:
            size = size_at(self.sizes, step)
            images, mattes = zip(*(self.samples(step * self.batch + k, size) for k in range(self.batch)))
            yield torch.from_numpy(np.stack(images)), torch.from_numpy(np.stack(mattes))
            step += 1


def loss_of(levels, target):
    """Binary cross-entropy and one minus soft intersection over union, of the finest level and of the coarser ones at 0.4."""
    total = 0.0
    for k, logits in enumerate(levels):
        logits = logits.float()
        goal = target if logits.shape == target.shape else F.adaptive_avg_pool2d(target, logits.shape[2:])
        p = torch.sigmoid(logits)
        both, either = (p * goal).sum((1, 2, 3)), (p + goal - p * goal).sum((1, 2, 3))
        shape = (1 - (both + 1) / (either + 1)).mean()
        total = total + (1 if k == 0 else 0.4) * (F.binary_cross_entropy_with_logits(logits, goal) + shape)
    return total


@torch.no_grad()
def iou(net, image, matte, size):
    x = cv2.resize(image, (size, size), interpolation=cv2.INTER_AREA)
    y = torch.sigmoid(net(torch.from_numpy(x.copy()).permute(2, 0, 1)[None].float() / 255))[0, 0].numpy()
    ours, theirs = cv2.resize(y, matte.shape[::-1]) > 0.5, matte > 127
    return float((ours & theirs).sum() / max(1, (ours | theirs).sum()))


def evaluated(net, held_out, folders, size):
    """Mean IoU on the held out pictures, by group and in all, and on each folder of development pairs."""
    net.eval()
    found = {}
    for one in held_out:
        found.setdefault(one[2], []).append(iou(net, *decoded(one), size))
    result = {group: round(float(np.mean(some)), 4) for group, some in sorted(found.items())}
    if held_out:
        result["held out"] = round(float(np.mean([one for some in found.values() for one in some])), 4)
    for folder in folders:
        scores = {name: iou(net, x, m, size) for name, x, m in pairs(folder)}
        for prefix in sorted({name.split("-")[0] for name in scores}):
            result[prefix] = round(float(np.mean([v for name, v in scores.items() if name.startswith(prefix)])), 4)
        result[os.path.basename(folder.rstrip("/"))] = round(float(np.mean(list(scores.values()))), 4)
    return result


def saved(value, path):
    torch.save(value, path + ".part")
    os.replace(path + ".part", path)


def follow(ema, net, step):
    keep = min(0.998, (1 + step) / (10 + step))
    with torch.no_grad():
        for slow, fast in zip(ema.state_dict().values(), net.state_dict().values()):
            slow.copy_(fast) if slow.dtype == torch.long else slow.lerp_(fast, 1 - keep)


def places(name, before, after, channels):
    """Where the channels of a tensor's axis are in the same axis of a wider net: the first ones, but of each of the parts that
    the pyramid joins."""
    if name != "pyramid.join.0.weight":
        return torch.arange(before)
    (few, many), parts = channels, (before - channels[0]) // (channels[0] // 2)
    starts = [(0, 0, few)] + [(few + k * (few // 2), many + k * (many // 2), few // 2) for k in range(parts)]
    return torch.cat([torch.arange(length) + wide for _, wide, length in starts])


def widened(name, old, new, channels):
    """A tensor of a wider net: the old channels read the old ones alone, so that they stay what they are."""
    if old.ndim < 2:
        new[: len(old)] = old
        return new
    inputs = places(name, old.shape[1], new.shape[1], channels)
    new[: len(old)] = 0
    new[: len(old), inputs] = old
    return new


def grow(net, weights):
    """Puts the weights of a net with fewer blocks or channels into `net`, which then computes what that one does: further
    blocks add zero, and nothing reads further channels yet."""
    state = net.state_dict()
    unknown = [name for name in weights if name not in state]
    if unknown:
        raise SystemExit(f"{unknown[0]} is not part of this shape")
    name = "pyramid.means.0.weight"
    channels = weights[name].shape[1], state[name].shape[1]
    for name, old in weights.items():
        new = state[name]
        if old.ndim > 0 and any(b > a for a, b in zip(new.shape, old.shape)):
            raise SystemExit(f"{name} is larger than in this shape")
        state[name] = widened(name, old, new.clone(), channels) if old.shape != new.shape else old
    net.load_state_dict(state)
    for name, block in net.named_modules():
        if isinstance(block, Residual) and f"{name}.second.1.weight" not in weights:
            torch.nn.init.zeros_(block.second[1].weight)


def main(o):
    torch.set_num_threads(1), cv2.setNumThreads(1), torch.manual_seed(o.seed)
    out = f"{o.folder}/checkpoints/{o.run}"
    os.makedirs(out, exist_ok=True)
    learn, held_out = read(o.folder, o.limit)
    samples, total, decay = Samples(learn, o.pasted, o.several, o.seed), o.steps, o.decay or o.steps // 3
    sizes = [tuple(map(int, one.split(":"))) for one in (o.sizes or f"0:{o.size}").split(",")]
    net = Net(o.shape, o.size).to(memory_format=torch.channels_last).train()
    is_new = not os.path.exists(f"{out}/state.pt")
    if is_new and o.grown_from:
        grow(net, torch.load(f"{o.folder}/checkpoints/{o.grown_from}/state.pt")["net"])
    ema, optimizer, step = copy.deepcopy(net), torch.optim.AdamW(net.parameters(), o.rate, weight_decay=1e-2), 0
    made_of = dict(shape=o.shape, size=o.size, batch=o.batch, pasted=o.pasted, several=o.several, seed=o.seed, rate=o.rate)
    if not is_new:
        state = torch.load(f"{out}/state.pt")
        if state["made of"] != made_of:
            raise SystemExit(f"{out} was begun with {state['made of']}, not {made_of}: name another run")
        net.load_state_dict(state["net"]), ema.load_state_dict(state["ema"]), optimizer.load_state_dict(state["optimizer"])
        step = state["step"]
    log = open(f"{out}/log.jsonl", "a")

    def say(**values):
        print(json.dumps(values), file=log, flush=True), print(values, flush=True)

    def save():
        saved({"net": net.state_dict(), "ema": ema.state_dict(), "optimizer": optimizer.state_dict(), "step": step, "made of": made_of}, f"{out}/state.pt")
        saved({"weights": ema.state_dict(), **made_of}, f"{out}/ema.pt")

    say(at=time.strftime("%F %T"), begins=step, steps=total, decay=decay, sizes=sizes, pictures=len(learn), held_out=len(held_out), **made_of)
    last, sum_, count = time.time(), 0.0, 0
    loader = torch.utils.data.DataLoader(Batches(samples, o.batch, step, sizes), batch_size=None, num_workers=1, prefetch_factor=4)
    for images, mattes in loader:
        ends = step >= min(total, o.until or total) or os.path.exists(f"{out}/stop")
        if ends or time.time() - last > SAVE_SECONDS:
            save()
            last = time.time()
        if ends:
            break
        for group in optimizer.param_groups:
            group["lr"] = o.rate * min(1, (step + 1) / 200, (total - step) / decay) + 1e-5
        x = images.permute(0, 3, 1, 2).float().div_(255).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=FAST_BFLOAT16):
            levels = net(x)
        loss = loss_of(levels, mattes[:, None].float() / 255)
        optimizer.zero_grad(), loss.backward(), torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0), optimizer.step()
        step, sum_, count = step + 1, sum_ + float(loss.detach()), count + 1
        follow(ema, net, step)
        if step % o.log == 0:
            say(step=step, loss=round(sum_ / count, 4), cpu=round(time.process_time()))
            sum_, count = 0.0, 0
        if step % o.evaluate == 0:
            say(step=step, **evaluated(ema, held_out, o.pairs, o.size))
    is_done = step >= total
    say(at=time.strftime("%F %T"), ends=step, **(evaluated(ema, held_out, o.pairs, o.size) if is_done else {}))


if __name__ == "__main__":
    main(options())
