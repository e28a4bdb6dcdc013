#!/usr/bin/env python3
"""Trains a large network on rows of `simurgh tune rows` and labels their positions with what it expects.

The small network of the program learns these labels (`simurgh tune network --labels`). The large one adds to
what the program's own evaluation says of a position, and sees what every kind of piece attacks: a residual
network of 3x3 convolutions whose blocks also know the means of their planes (He and others 2015; Hu and others
2017). Needs PyTorch, and a graphics processor for more than a trial. Boards of 8x8 only.
"""

import argparse
import json
import math
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional

# Hundredths of a pawn that stand for odds of ten to one, as in src/eval/expectation.rs.
DECADE = 400


def read_rows(path):
    """The rows of a file as a structured array, and the number of symbols."""
    with open(path, "rb") as file:
        try:
            header = json.loads(file.readline(10000))
            fits = header["format"] == 1 and header["size"] == [8, 8, 1]
        except (ValueError, KeyError, TypeError):
            raise SystemExit(f"{path}: no file of rows") from None
        if not fits:
            raise SystemExit(f"{path}: rows of another format or board")
        symbols = len(header["symbols"])
        row = np.dtype(
            [("cells", "u1", 64), ("attacked", "u1", 2 * symbols * 8), ("target", "<f4"), ("value", "<f4"), ("held", "u1")]
        )
        if row.itemsize != header["row"]:
            raise SystemExit(f"{path}: rows of another length")
        return np.fromfile(file, row), symbols


class Positions:
    """Rows on the device, as planes on demand."""

    def __init__(self, rows, symbols, device):
        def put(field, kind):
            return torch.from_numpy(rows[field].astype(kind)).to(device)

        self.count = len(rows)
        self.pieces = 2 * symbols
        self.cells, self.attacked = put("cells", np.uint8), put("attacked", np.uint8)
        self.target = put("target", np.float32)
        # What the program's evaluation says, as the logarithm of odds.
        self.base = put("value", np.float32) * (math.log(10) / DECADE)
        known, held = ~np.isnan(rows["target"]), rows["held"] == 1
        self.training = torch.from_numpy(np.flatnonzero(known & ~held)).to(device)
        self.held_out = torch.from_numpy(np.flatnonzero(known & held)).to(device)
        self.codes = torch.arange(1, self.pieces + 1, device=device, dtype=torch.uint8).view(1, -1, 1, 1)
        self.bits = torch.arange(8, device=device, dtype=torch.uint8).view(1, 1, 1, 8)
        rank = torch.linspace(-1, 1, 8, device=device).view(1, 1, 8, 1).expand(1, 1, 8, 8)
        wing = torch.linspace(-1, 1, 8, device=device).abs().view(1, 1, 1, 8).expand(1, 1, 8, 8)
        self.place = torch.cat([rank, wing, torch.ones_like(rank)], 1).bfloat16()

    def planes(self, which, reflected):
        """Planes of what stands where, what is attacked by what, and where on the board one is."""
        cells = self.cells[which].view(-1, 1, 8, 8)
        attacked = self.attacked[which].view(-1, self.pieces, 8, 1)
        planes = torch.cat(
            [
                (cells == self.codes).bfloat16(),
                ((attacked >> self.bits) & 1).bfloat16(),
                self.place.expand(len(which), -1, -1, -1),
            ],
            1,
        )
        planes = planes.flip(3) if reflected else planes
        return planes.contiguous(memory_format=torch.channels_last)


class Block(nn.Module):
    """Two convolutions beside the identity, scaled and shifted by the means of the planes."""

    def __init__(self, width):
        super().__init__()
        self.first = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(width)
        self.second = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(width)
        self.squeeze = nn.Linear(width, 32)
        self.excite = nn.Linear(32, 2 * width)
        nn.init.zeros_(self.second_norm.weight)

    def forward(self, x):
        y = functional.relu(self.first_norm(self.first(x)))
        y = self.second_norm(self.second(y))
        scale, shift = self.excite(functional.relu(self.squeeze(y.mean((2, 3))))).chunk(2, 1)
        return functional.relu(x + y * torch.sigmoid(scale)[:, :, None, None] + shift[:, :, None, None])


class Teacher(nn.Module):
    """The logarithm of the odds of the player to move."""

    def __init__(self, planes, width, blocks):
        super().__init__()
        self.stem = nn.Conv2d(planes, width, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(width)
        self.blocks = nn.Sequential(*[Block(width) for _ in range(blocks)])
        self.head = nn.Conv2d(width, 32, 1)
        self.hidden = nn.Linear(32 * 64, 256)
        self.output = nn.Linear(256, 1)
        self.trust = nn.Parameter(torch.ones(1))
        nn.init.zeros_(self.output.weight)
        nn.init.zeros_(self.output.bias)

    def forward(self, planes, base):
        y = self.blocks(functional.relu(self.norm(self.stem(planes))))
        y = functional.dropout(functional.relu(self.head(y)).flatten(1), 0.1, self.training)
        return self.output(functional.relu(self.hidden(y)))[:, 0].float() + self.trust * base


def expected(model, positions, which, reflected, device):
    with torch.autocast(device, dtype=torch.bfloat16):
        return model(positions.planes(which, reflected), positions.base[which])


@torch.no_grad()
def judge(model, positions, which, device):
    """The expectation of the player to move, the board and its reflection together."""
    both = [expected(model, positions, which, reflected, device) for reflected in (False, True)]
    return torch.sigmoid(sum(both) / 2)


@torch.no_grad()
def errors(model, positions, batch, device):
    """Mean squares on positions held out: of the model, of the program's evaluation."""
    sums = torch.zeros(2, device=device, dtype=torch.float64)
    for which in positions.held_out.split(batch):
        target = positions.target[which]
        found = (judge(model, positions, which, device), torch.sigmoid(positions.base[which]))
        sums += torch.stack([((each - target) ** 2).sum() for each in found]).double()
    own, base = (sums / max(1, len(positions.held_out))).tolist()
    return f"held out {own:.5f} (the program's evaluation {base:.5f})"


def train(model, mean, positions, args, device):
    """Trains a model; `mean` follows the means of its numbers, which judge better than the last."""
    matrices = [p for p in model.parameters() if p.dim() > 1]
    others = [p for p in model.parameters() if p.dim() <= 1]
    groups = [{"params": matrices, "weight_decay": 0.05}, {"params": others, "weight_decay": 0}]
    optimizer = torch.optim.AdamW(groups, lr=args.rate, betas=(0.9, 0.99))
    steps = int(args.epochs * len(positions.training) / args.batch)
    started, total, counted, order = time.time(), 0.0, 0, ()
    for step in range(steps):
        fall = 0.5 * (1 + math.cos(math.pi * step / steps)) * 0.98 + 0.02
        for group in optimizer.param_groups:
            group["lr"] = args.rate * min(1, (step + 1) / 200) * fall
        if len(order) < args.batch:
            order = positions.training[torch.randperm(len(positions.training), device=device)]
        which, order = order[: args.batch], order[args.batch :]
        model.train()
        found = torch.sigmoid(expected(model, positions, which, step % 2 == 1, device))
        loss = ((found - positions.target[which]) ** 2).mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optimizer.step()
        with torch.no_grad():
            keep = min(0.999, (step + 1) / (step + 10))
            for slow, fast in zip(mean.state_dict().values(), model.state_dict().values()):
                slow.lerp_(fast, 1 - keep) if slow.dtype.is_floating_point else slow.copy_(fast)
        total, counted = total + loss.detach(), counted + 1
        if (step + 1) % max(1, steps // 8) == 0 or step + 1 == steps:
            print(
                f"{step + 1} of {steps} steps, {time.time() - started:.0f} s, error {float(total) / counted:.5f},",
                errors(mean, positions, args.batch, device),
                flush=True,
            )
            total, counted = 0.0, 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", help="positions, as `simurgh tune rows` writes them")
    parser.add_argument("--labels", required=True, help="where the labels go")
    parser.add_argument("--save", help="where the numbers of the network go")
    parser.add_argument("--start", help="numbers to begin with")
    parser.add_argument("--epochs", type=float, default=4, help="times that every position is looked at")
    parser.add_argument("--rate", type=float, default=0.002, help="the size of the first steps")
    parser.add_argument("--batch", type=int, default=4096, help="positions to a step")
    parser.add_argument("--width", type=int, default=128, help="planes of the network")
    parser.add_argument("--blocks", type=int, default=12, help="blocks of the network")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(args.seed)
    rows, symbols = read_rows(args.rows)
    positions = Positions(rows, symbols, device)
    print(f"{positions.count} positions, {len(positions.training)} to train on, {len(positions.held_out)} held out", flush=True)

    def new():
        model = Teacher(4 * symbols + 3, args.width, args.blocks).to(device)
        return model.to(memory_format=torch.channels_last)

    model, mean = new(), new()
    if args.start:
        model.load_state_dict(torch.load(args.start, map_location=device))
    mean.load_state_dict(model.state_dict())
    mean.eval()
    train(model, mean, positions, args, device)
    if args.save:
        torch.save(mean.state_dict(), args.save)
    with open(args.labels, "wb") as file:
        for which in torch.arange(positions.count, device=device).split(args.batch):
            labels = (judge(mean, positions, which, device) * 65535).round()
            file.write(labels.cpu().numpy().astype("<u2").tobytes())


if __name__ == "__main__":
    main()
