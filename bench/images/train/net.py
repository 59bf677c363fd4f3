"""The network: a small U-Net of dense residual blocks, from a picture to the matte of its subject at half the size.

Dense 3 x 3 convolutions, because depthwise ones run about twenty times slower per operation on a CPU.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F

SHAPES = {
    "S": dict(channels=(12, 20, 40, 64, 96), blocks=(1, 2, 2, 2), decoder=(64, 40, 20, 12)),
    "M": dict(channels=(16, 24, 48, 80, 112), blocks=(1, 2, 2, 2), decoder=(80, 48, 24, 16)),
    "D": dict(channels=(16, 24, 48, 80, 112), blocks=(1, 2, 5, 5), decoder=(80, 48, 24, 16)),
    "G": dict(channels=(16, 32, 64, 128, 240), blocks=(1, 2, 5, 5), decoder=(96, 64, 32, 16)),
    "L": dict(channels=(16, 32, 64, 96, 144), blocks=(2, 2, 3, 3), decoder=(96, 64, 32, 16)),
}


def resized(x, to):
    return F.interpolate(x, to.shape[2:], mode="bilinear", align_corners=False)


def convolution(before, after, kernel=3, stride=1):
    layer = nn.Conv2d(before, after, kernel, stride, kernel // 2, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(after), nn.ReLU(inplace=True))


class Residual(nn.Module):
    def __init__(self, before, after, stride=1, dilation=1):
        super().__init__()
        second = nn.Conv2d(after, after, 3, 1, dilation, dilation, bias=False)
        self.first, self.second = convolution(before, after, 3, stride), nn.Sequential(second, nn.BatchNorm2d(after))
        self.past = nn.Identity()
        if before != after or stride > 1:
            pool = nn.AvgPool2d(stride, stride, ceil_mode=True) if stride > 1 else nn.Identity()
            self.past = nn.Sequential(pool, nn.Conv2d(before, after, 1, bias=False), nn.BatchNorm2d(after))

    def forward(self, x):
        return F.relu(self.second(self.first(x)) + self.past(x), inplace=True)


class Pyramid(nn.Module):
    """What the subject is, is a question about the whole picture: means over 1, 4 and 16 parts of it join each place."""

    def __init__(self, channels, bins):
        super().__init__()
        self.bins = bins
        self.means = nn.ModuleList(nn.Conv2d(channels, channels // 2, 1) for _ in bins)
        self.join = convolution(channels + len(bins) * (channels // 2), channels, 1)

    def forward(self, x):
        parts = [resized(F.relu(layer(F.adaptive_avg_pool2d(x, n))), x) for n, layer in zip(self.bins, self.means)]
        return self.join(torch.cat([x, *parts], 1))


class Up(nn.Module):
    def __init__(self, coarse, fine, after, block):
        super().__init__()
        self.coarse, self.fine = nn.Conv2d(coarse, after, 1, bias=False), nn.Conv2d(fine, after, 1, bias=False)
        self.norm, self.block = nn.BatchNorm2d(after), block

    def forward(self, coarse, fine):
        return self.block(F.relu(self.norm(resized(self.coarse(coarse), fine) + self.fine(fine)), inplace=True))


class Net(nn.Module):
    """Pictures (n, 3, size, size), 0 to 1, red first, `size` a multiple of 32; logits (n, 1, size / 2, size / 2).

    While it is trained it answers a list: that, then those of the coarser levels, which are supervised too.
    """

    def __init__(self, shape="M", size=256):
        super().__init__()
        channels, blocks, decoder = (SHAPES[shape][k] for k in ("channels", "blocks", "decoder"))
        self.stem = convolution(3, channels[0], 3, 2)
        self.stages = nn.ModuleList()
        for k in range(4):
            more = [Residual(channels[k + 1], channels[k + 1], 1, 2 if k == 3 else 1) for _ in range(blocks[k] - 1)]
            self.stages.append(nn.Sequential(Residual(channels[k], channels[k + 1], 2), *more))
        # The bins must divide the coarsest grid: others cannot be exported.
        self.pyramid = Pyramid(channels[4], (1, 2, 4) if size // 32 % 4 == 0 else (1, 2, 5))
        self.ups = nn.ModuleList()
        coarse = channels[4]
        for k, after in enumerate(decoder):
            block = Residual(after, after) if k < 3 else convolution(after, after)
            self.ups.append(Up(coarse, channels[3 - k], after, block))
            coarse = after
        self.heads = nn.ModuleList(nn.Conv2d(n, 1, 3, padding=1) for n in (*decoder[::-1], channels[4]))

    def forward(self, x):
        levels = [self.stem((x - 0.5) * 4)]
        for stage in self.stages:
            levels.append(stage(levels[-1]))
        found = [self.pyramid(levels[4])]
        for up, fine in zip(self.ups, levels[3::-1]):
            found.append(up(found[-1], fine))
        if not self.training:
            return self.heads[0](found[-1])
        return [head(y) for head, y in zip(self.heads, found[::-1])]
