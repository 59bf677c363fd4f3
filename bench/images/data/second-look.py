# /usr/bin/python3 images/data/second-look.py FOLDER RUN in bench/: how far the teacher's mattes of FOLDER/labels.jsonl agree with
# what our own network sees, as lines of FOLDER/looks.jsonl: the overlap, and how certain ours is. RUN is one of
# FOLDER/checkpoints with an ema.pt (restore.py makes one of the shipped model). Goes on where it stopped. FOLDER/disputed.txt names
# those where a certain network sees another subject, for sheets.ts: look at them; select.ts drops them where the teacher is in
# doubt as well.
import json, os, sys

import cv2, numpy as np, torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../train"))
from net import Net

CERTAIN, OTHER = 0.9, 0.5


@torch.no_grad()
def look(net, size, image, matte):
    x = cv2.resize(image, (size, size), interpolation=cv2.INTER_AREA)[:, :, ::-1].copy()
    seen = torch.sigmoid(net(torch.from_numpy(x).permute(2, 0, 1)[None].float() / 255))[0, 0].numpy()
    certainty = np.maximum(seen, 1 - seen).mean()
    ours, theirs = cv2.resize(seen, matte.shape[::-1]) > 0.5, matte > 127
    iou = (ours & theirs).sum() / max(1, (ours | theirs).sum())
    return {"iou": round(float(iou), 4), "certainty": round(float(certainty), 4)}


def lines(path):
    with open(path) as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


def main(folder, run):
    torch.set_num_threads(1), cv2.setNumThreads(1)
    state = torch.load(f"{folder}/checkpoints/{run}/ema.pt")
    net = Net(state["shape"], state["size"]).eval()
    net.load_state_dict(state["weights"])
    path = f"{folder}/looks.jsonl"
    looks = {one["id"]: one for one in lines(path)} if os.path.exists(path) else {}
    with open(path, "a") as out:
        for label in lines(f"{folder}/labels.jsonl"):
            name = label["id"]
            if name in looks:
                continue
            image = cv2.imread(f"{folder}/pictures/{name.rsplit('-', 1)[0]}/{name}.jpg")
            matte = cv2.imread(f"{folder}/masks/{name}.png", cv2.IMREAD_GRAYSCALE)
            if image is None or matte is None:
                continue
            looks[name] = {"id": name, **look(net, state["size"], image, matte)}
            print(json.dumps(looks[name]), file=out, flush=True)
    disputed = [name for name, one in looks.items() if one["certainty"] >= CERTAIN and one["iou"] < OTHER]
    with open(f"{folder}/disputed.txt", "w") as file:
        print(*disputed, sep="\n", file=file)
    print(len(looks), "compared,", len(disputed), "disputed; mean overlap", round(float(np.mean([one["iou"] for one in looks.values()])), 4))


if __name__ == "__main__":
    main(*sys.argv[1:])
