"""Fits the nets of the built-in engine to what examples.ts wrote; fit.ts runs it. Needs Debian's python3-torch.

`fit.py NETS FOLDS OUT EXAMPLES…` writes to OUT, as JSON, NETS nets fitted to everything or, where FOLDS is not 0, for
each of so many folds as many nets fitted to all but its pictures. A net is a list of layers as src/apis/images/builtin/stored-net.ts reads them.
"""

import base64
import hashlib
import json
import sys

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

EPOCHS, BATCH, RATE, DECAY, DROP = 22, 16, 3e-3, 1e-2, 0.15
FINE, COARSE = 12, 16
# Pictures whose mattes people made weigh more than those whose mattes a model made.
HAND_MADE = ("am2k", "p3m", "u2net")
HAND_WEIGHT = 3.0


class Net(nn.Module):
    """The net of src/apis/images/builtin/prior.ts, with whole planes left out at random while it learns."""

    def __init__(self, planes):
        super().__init__()
        sizes = [(FINE, FINE), (FINE, COARSE), (COARSE, COARSE), (COARSE, COARSE)]
        self.enter = nn.Conv2d(planes, FINE, 1)
        self.down = nn.ModuleList(nn.Conv2d(a, b, 3, padding=1) for a, b in sizes)
        back = [(2 * COARSE, COARSE), (2 * COARSE, FINE), (2 * FINE, FINE)]
        self.up = nn.ModuleList(nn.Conv2d(a, b, 3, padding=1) for a, b in back)
        self.leave = nn.Conv2d(FINE, 1, 1)

    def forward(self, x):
        x = F.relu(self.enter(x))
        seen = []
        for layer in self.down:
            x = F.avg_pool2d(x, 2) if seen else x
            x = F.relu(layer(F.dropout2d(x, DROP, self.training)))
            seen.append(x)
        seen.pop()
        for layer in self.up:
            x = F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)
            x = F.relu(layer(torch.cat([x, seen.pop()], 1)))
        return self.leave(x)[:, 0]

    def layers(self):
        return [self.enter, *self.down, *self.up, self.leave]


def loss_of(logits, truth, weights):
    """Logistic loss in which subject and background count alike in part, and one minus the soft overlap."""
    share = truth.mean((1, 2), keepdim=True).clamp(0.02, 0.98)
    balance = 0.5 + 0.5 * (0.5 * truth / share + 0.5 * (1 - truth) / (1 - share))
    each = F.binary_cross_entropy_with_logits(logits, truth, reduction="none")
    p = torch.sigmoid(logits)
    both, either = (p * truth).sum((1, 2)), (p + truth - p * truth).sum((1, 2))
    return (((each * balance).mean((1, 2)) + 0.5 * (1 - (both + 1) / (either + 1))) * weights).mean()


def fitted(x, truth, weights, seed):
    torch.manual_seed(seed)
    net = Net(x.shape[1])
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    steps = EPOCHS * -(-len(x) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps, pct_start=0.15)
    net.train()
    for _ in range(EPOCHS):
        order = torch.randperm(len(x))
        for i in range(0, len(x), BATCH):
            j = order[i : i + BATCH]
            flip = torch.rand(len(j)) < 0.5
            given = torch.where(flip[:, None, None, None], x[j].flip(3), x[j])
            wanted = torch.where(flip[:, None, None], truth[j].flip(2), truth[j])
            loss = loss_of(net(given), wanted, weights[j])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
    return net


def stored(net):
    """The layers of a net in signed bytes."""
    out = []
    for layer in net.layers():
        parts, steps = [], []
        for numbers in (layer.weight, layer.bias):
            values = numbers.detach().numpy().ravel()
            step = max(float(np.abs(values).max()) / 127, 1e-6)
            steps.append(float(f"{step:.6g}"))
            parts.append(np.clip(np.round(values / steps[-1]), -127, 127).astype(np.int8).tobytes())
        to, source, size, _ = layer.weight.shape
        out.append([source, to, size, *steps, base64.b64encode(b"".join(parts)).decode()])
    return out


def read(names):
    grids, truths, sources = [], [], []
    for name in names:
        with open(f"{name}.json") as file:
            index = json.load(file)
        planes, side = index[0]["planes"], index[0]["side"]
        data = np.fromfile(name, np.float32).reshape(len(index), planes + 1, side, side)
        grids.append(torch.from_numpy(data[:, :planes].copy()))
        truths.append(torch.from_numpy(data[:, planes].copy()))
        sources += [one["sources"] for one in index]
    return torch.cat(grids), torch.cat(truths), sources


def fold_of(name, folds):
    # Pictures of one series, which differ in their last figure, are left out together.
    return int(hashlib.md5(name[:-1].encode()).hexdigest(), 16) % folds


def main():
    count, folds, out, *names = sys.argv[1:]
    count, folds = int(count), int(folds)
    x, truth, sources = read(names)
    weights = torch.tensor([HAND_WEIGHT if s[0].startswith(HAND_MADE) else 1.0 for s in sources])
    left_out = []
    for fold in range(folds):
        keep = torch.tensor([all(fold_of(one, folds) != fold for one in s) for s in sources])
        nets = [fitted(x[keep], truth[keep], weights[keep], 100 * fold + i) for i in range(count)]
        left_out.append([stored(net) for net in nets])
        print(f"fold {fold + 1} of {folds}", file=sys.stderr, flush=True)
    nets = []
    for i in range(0 if folds else count):
        nets.append(stored(fitted(x, truth, weights, 7000 + i)))
        print(f"net {i + 1} of {count}", file=sys.stderr, flush=True)
    folds_of = {one: fold_of(one, folds) for s in sources for one in s} if folds else {}
    with open(out, "w") as file:
        json.dump({"nets": nets, "leftOut": left_out, "foldOf": folds_of}, file)


main()
