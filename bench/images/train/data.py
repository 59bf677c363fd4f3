"""Pictures with their mattes, and what training makes of them. Each sample depends on its number alone, so that a run that
goes on after a stop sees what it would have seen without one."""
import json
import math
import os
import random

import cv2
import numpy as np

LONGEST = 384
TIMES = {"people": 2, "animals": 2, "scenes": 3}
OBSCURED = {"people": 0.3, "animals": 0.1}
# What stands beside others in photographs.
SUBJECTS = {"people", "animals", "products", "vehicles", "furniture"}
DARK = 0.08


def picture(folder, one):
    """A picture and its matte, LONGEST pixels a side at most, encoded: decoded anew for each use they take a tenth of the memory.
    Kept in FOLDER/small for the next run."""
    kept = [f"{folder}/small/{one['id']}.{kind}" for kind in ("jpg", "png")]
    if all(os.path.exists(path) for path in kept):
        return tuple(np.fromfile(path, np.uint8) for path in kept)
    image = cv2.imread(f"{folder}/pictures/{one['source']}/{one['id']}.jpg")
    matte = cv2.imread(f"{folder}/masks/{one['id']}.png", cv2.IMREAD_GRAYSCALE)
    scale = min(1, LONGEST / max(image.shape[:2]))
    size = (max(32, round(image.shape[1] * scale)), max(32, round(image.shape[0] * scale)))
    image, matte = (cv2.resize(x, size, interpolation=cv2.INTER_AREA) for x in (image, matte))
    made = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 95])[1], cv2.imencode(".png", matte)[1]
    os.makedirs(f"{folder}/small", exist_ok=True)
    for path, content in zip(kept, made):
        content.tofile(f"{path}.part")
        os.replace(f"{path}.part", path)
    return made


def read(folder, limit=None, seed=1):
    """(to learn from, held out): lists of (encoded picture, encoded matte, group)."""
    with open(f"{folder}/selected.jsonl") as file:
        lines = sorted((json.loads(line) for line in file), key=lambda one: one["id"])
    random.Random(seed).shuffle(lines)
    learn = [one for one in lines if not one["isHeldOut"]][:limit]
    held_out = [one for one in lines if one["isHeldOut"]]
    return tuple([(*picture(folder, one), one["group"]) for one in some] for some in (learn, held_out))


def decoded(one, size=LONGEST):
    """A picture and its matte; at half of LONGEST where what is to be made of them is no larger: that takes a third of the time."""
    matte = cv2.imdecode(one[1], cv2.IMREAD_GRAYSCALE)
    if 2 * size > LONGEST:
        return cv2.imdecode(one[0], cv2.IMREAD_COLOR)[:, :, ::-1], matte
    image = cv2.imdecode(one[0], cv2.IMREAD_REDUCED_COLOR_2)[:, :, ::-1]
    return image, cv2.resize(matte, image.shape[1::-1], interpolation=cv2.INTER_AREA)


def background(image, matte):
    """The picture without its subject: filled from around it, roughly."""
    hole = cv2.dilate((matte > 20).astype(np.uint8), np.ones((9, 9)))
    small = cv2.resize(image, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    filled = cv2.inpaint(small, cv2.resize(hole, small.shape[1::-1], interpolation=cv2.INTER_NEAREST), 3, cv2.INPAINT_TELEA)
    weight = cv2.GaussianBlur(hole.astype(np.float32), (9, 9), 0)[..., None]
    return (image * (1 - weight) + cv2.resize(filled, image.shape[1::-1]) * weight).astype(np.uint8)


def obscured(image, matte, r):
    """A part of the subject's upper half without its details, as faces are made unknown: blurred, of one colour or in squares."""
    rows, columns = np.where(matte > 128)
    if len(rows) < 400:
        return image
    upper = np.flatnonzero(rows <= rows.min() + 0.45 * (rows.max() - rows.min()))
    k, radius = upper[r.randrange(len(upper))], r.uniform(0.1, 0.3) * math.sqrt(len(rows))
    spot, axes = np.zeros(matte.shape, np.float32), (max(2, int(radius * r.uniform(0.7, 1))), max(2, int(radius * r.uniform(0.9, 1.3))))
    cv2.ellipse(spot, (int(columns[k]), int(rows[k])), axes, r.uniform(-20, 20), 0, 360, 1, -1)
    weight = (cv2.GaussianBlur(spot, (0, 0), 1.2) * matte / 255)[..., None]
    way = r.random()
    if way < 0.6:
        plain = cv2.GaussianBlur(image, (0, 0), max(1, radius * r.uniform(0.3, 0.8)))
    elif way < 0.8:
        plain = np.broadcast_to(cv2.mean(image, spot.astype(np.uint8))[:3], image.shape)
    else:
        side = max(2, int(radius / r.uniform(2, 5)))
        few = cv2.resize(image, (max(1, image.shape[1] // side), max(1, image.shape[0] // side)), interpolation=cv2.INTER_AREA)
        plain = cv2.resize(few, image.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    return (image * (1 - weight) + plain * weight).astype(np.uint8)


def occluded(image, matte, behind, r):
    """Something before the subject: a bar or an oval with the texture of another picture, which is no subject."""
    rows, columns = np.where(matte > 128)
    if len(rows) < 400:
        return image, matte
    height, width = matte.shape
    spot, k = np.zeros(matte.shape, np.float32), r.randrange(len(rows))
    side = r.uniform(0.08, 0.35) * math.sqrt(len(rows))
    if r.random() < 0.5:
        long = (max(2, int(side * 0.3)), 2 * max(height, width))
        cv2.ellipse(spot, (int(columns[k]), int(rows[k])), long, r.choice([0, 90]) + r.gauss(0, 12), 0, 360, 1, -1)
    else:
        axes = (max(2, int(side)), max(2, int(side * r.uniform(0.5, 1.5))))
        cv2.ellipse(spot, (int(columns[k]), int(rows[k])), axes, r.uniform(0, 180), 0, 360, 1, -1)
    if (spot * matte).sum() > 0.4 * matte.sum():
        return image, matte
    weight = cv2.GaussianBlur(spot, (0, 0), r.uniform(0.6, 1.5))
    texture = cv2.resize(behind, image.shape[1::-1])
    mixed = image * (1 - weight[..., None]) + texture * weight[..., None]
    return mixed.astype(np.uint8), (matte * (1 - weight)).astype(np.uint8)


def bounds(matte):
    rows, columns = np.where(matte > 100)
    return (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1) if len(rows) > 400 else None


class Samples:
    """Sample number n of an endless series: (picture, matte at half its size), uint8."""

    def __init__(self, pictures, pasted, several, seed):
        self.pictures, self.pasted, self.several, self.seed = pictures, pasted, several, seed
        self.subjects = [k for k, one in enumerate(pictures) if one[2] in SUBJECTS] or list(range(len(pictures)))
        self.turns = [k for k, one in enumerate(pictures) for _ in range(TIMES.get(one[2], 1))]
        self.epoch, self.order = None, None

    def which(self, n):
        epoch = n // len(self.turns)
        if epoch != self.epoch:
            self.epoch, self.order = epoch, self.turns.copy()
            random.Random(f"{self.seed} order {epoch}").shuffle(self.order)
        return self.order[n % len(self.turns)]

    def __call__(self, n, size):
        r = random.Random(f"{self.seed} sample {n}")
        one = self.pictures[self.which(n)]
        image, matte = decoded(one, size)
        if r.random() < OBSCURED.get(one[2], 0):
            image = obscured(image, matte, r)
        if r.random() < self.pasted:
            image, matte = self.paste(image, matte, size, r)
        if r.random() < self.several:
            image, matte = self.beside(image, matte, size, r)
        if r.random() < self.several / 2:
            # Of itself nothing would be seen.
            other = (self.which(n) + 1 + r.randrange(max(1, len(self.pictures) - 1))) % len(self.pictures)
            behind = decoded(self.pictures[other], size)[0]
            image, matte = occluded(image, matte, behind, r)
        image, matte = self.view(image, matte, size, r)
        half = size // 2
        return self.disturbed(image, r), cv2.resize(matte, (half, half), interpolation=cv2.INTER_AREA)

    def paste(self, image, matte, size, r):
        """The subject before a part of another picture's background, its colours drawn a little to that."""
        behind = background(*decoded(self.pictures[r.randrange(len(self.pictures))], size))
        share = r.uniform(0.5, 1)
        width, height = int(behind.shape[1] * share), int(behind.shape[0] * share)
        x, y = r.randrange(behind.shape[1] - width + 1), r.randrange(behind.shape[0] - height + 1)
        behind = cv2.resize(behind[y : y + height, x : x + width], image.shape[1::-1])
        if r.random() < 0.5:
            behind = cv2.GaussianBlur(behind, (0, 0), r.uniform(0.5, 4))
        # A pixel less: what the matte's edge holds of the old background would tell where the subject ends.
        alpha = cv2.GaussianBlur(cv2.erode(matte, np.ones((3, 3))), (3, 3), 0)
        front = image.astype(np.float32) * r.uniform(0.8, 1.2)
        if r.random() < 0.5:
            front += 0.3 * (behind.mean((0, 1)) - front.mean((0, 1)))
        weight = alpha[..., None] / 255
        return np.clip(front * weight + behind * (1 - weight), 0, 255).astype(np.uint8), alpha

    def beside(self, image, matte, size, r):
        """The subject of another picture beside this one, behind or before it, about as large and as light: both are the subject."""
        other, alpha = decoded(self.pictures[self.subjects[r.randrange(len(self.subjects))]], size)
        here, there = bounds(matte), bounds(alpha)
        height, width = matte.shape
        if here is None or there is None or here[2] - here[0] > 0.7 * width:
            return image, matte
        stands = there[3] >= alpha.shape[0] - 1
        other, alpha = (x[there[1] : there[3], there[0] : there[2]] for x in (other, alpha))
        scale = r.uniform(0.6, 1.1) * (here[3] - here[1]) / alpha.shape[0]
        scale = min(scale, height / alpha.shape[0], 0.8 * width / alpha.shape[1])
        w, h = max(8, int(alpha.shape[1] * scale)), max(8, int(alpha.shape[0] * scale))
        other, alpha = (cv2.resize(x, (w, h), interpolation=cv2.INTER_AREA) for x in (other, alpha))
        if r.random() < 0.5:
            other, alpha = other[:, ::-1], alpha[:, ::-1]
        # To the left or to the right, a third of it over the other at most; what ended at its picture's edge ends at this one's.
        toLeft = r.random() < (here[0] + here[2]) / 2 / width
        x = int(here[0] - w * r.uniform(0.7, 1.2)) if toLeft else int(here[2] - w * r.uniform(-0.2, 0.3))
        y = height - h if stands else int(here[3] - h + r.uniform(-0.1, 0.1) * h)
        x, y = min(max(0, x), max(0, width - w)), min(max(0, y), height - h)
        part, place = cv2.erode(alpha, np.ones((3, 3))).astype(np.float32)[..., None] / 255, np.s_[y : y + h, x : x + w]
        if r.random() < 0.5:
            part = part * (1 - matte[place].astype(np.float32)[..., None] / 255)
        light = np.clip(other.astype(np.float32) + 0.5 * (image[place].mean((0, 1)) - other.mean((0, 1))), 0, 255)
        image, matte = image.copy(), matte.copy()
        image[place] = (image[place] * (1 - part) + light * part).astype(np.uint8)
        matte[place] = np.maximum(matte[place], (part[..., 0] * 255).astype(np.uint8))
        return image, matte

    def view(self, image, matte, size, r):
        """A part of the picture that holds some of the subject, turned, mirrored and squeezed into a square."""
        height, width = matte.shape
        rows, columns = np.where(matte > 100)
        if len(rows) == 0:
            rows, columns = np.array([height // 2]), np.array([width // 2])
        share = r.uniform(0.55, 1) if r.random() < 0.7 else 1
        w, h = width * min(1, share * r.uniform(0.9, 1.1)), height * min(1, share * r.uniform(0.9, 1.1))
        cx = (r.uniform(columns.min(), columns.max() + 1) + columns.mean()) / 2
        cy = (r.uniform(rows.min(), rows.max() + 1) + rows.mean()) / 2
        x = min(max(0, cx - w * r.uniform(0.3, 0.7)), width - w)
        y = min(max(0, cy - h * r.uniform(0.3, 0.7)), height - h)
        angle = math.radians(r.gauss(0, 5)) if r.random() < 0.3 else 0
        c, s, m = math.cos(angle), math.sin(angle), size / 2
        mirror = -1 if r.random() < 0.5 else 1
        turn = np.array([[c * mirror, -s * mirror, m - (c - s) * m * mirror], [s, c, m - (s + c) * m], [0, 0, 1]])
        matrix = np.array([[w / size, 0, x], [0, h / size, y]]) @ turn
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return tuple(cv2.warpAffine(one, matrix, (size, size), flags=flags, borderMode=cv2.BORDER_REFLECT_101) for one in (image, matte))

    def disturbed(self, image, r):
        if r.random() < 0.8:
            x = image.astype(np.float32)
            x = (x - x.mean()) * r.uniform(0.7, 1.3) + x.mean() * r.uniform(0.7, 1.3)
            grey = x.mean(2, keepdims=True)
            x = (grey + (x - grey) * r.uniform(0.4, 1.5)) * [r.uniform(0.88, 1.12) for _ in range(3)]
            image = np.clip(x, 0, 255).astype(np.uint8)
        if r.random() < DARK:
            image = (image * r.uniform(0.25, 0.6)).astype(np.uint8)
        if r.random() < 0.12:
            image = np.repeat(image.mean(2, keepdims=True), 3, 2).astype(np.uint8)
        if r.random() < 0.15:
            image = cv2.GaussianBlur(image, (0, 0), r.uniform(0.4, 1.6))
        if r.random() < 0.15:
            image = cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, r.randint(30, 80)])[1], cv2.IMREAD_COLOR)
        if r.random() < 0.15:
            noise = np.random.default_rng(r.getrandbits(64)).standard_normal((*image.shape[:2], 1))
            image = np.clip(image + noise * r.uniform(2, 12), 0, 255).astype(np.uint8)
        return image


def pairs(folder):
    """The development pairs of a folder, never trained on: (id, picture, matte)."""
    for one in json.load(open(os.path.join(folder, "manifest.json"))):
        mask = cv2.imread(os.path.join(folder, one["mask"]), cv2.IMREAD_UNCHANGED)
        if mask.ndim == 3:
            mask = mask[..., -1] if mask.shape[2] == 4 else mask[..., 0]
        yield one["id"], cv2.imread(os.path.join(folder, one["image"]))[:, :, ::-1], mask
