"""Fairy-Stockfish's rules, through pyffish, as an outside referee for the games `cwda-XY`.

Seeded random games: after every move both programs must agree on the position, on the legal
moves and, at the end, on the result. Three things differ by design:

* Fairy-Stockfish has one pair of castling files for both colours, so it cannot know the
  Clobberers' long castling (King to b1, Bede to c1) beside that of another army. A pairing with
  Clobberers is therefore played under two definitions: one with the orthodox files and without
  their right to castle long, and one with their files and without anybody else's.
* The programs may disagree on writing down an en passant cell that no pawn can capture on.
* A dead position is the end of the game here, while Fairy-Stockfish still lists moves.
"""

import random
import unittest
from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

import pyffish

from program import Simurgh

POSITIONS = 400
"""Positions to compare for every pairing."""

LONGEST = 50
"""Plies after which a game is broken off."""


class Army(NamedTuple):
    """The letters of an army's pieces by slot, and the moves that are not FIDE's."""

    rook: str
    knight: str
    bishop: str
    queen: str
    betza: tuple[str, ...]
    """In the order of the slots; empty for pieces that Fairy-Stockfish knows."""


ARMIES = {
    "f": Army("r", "n", "b", "q", ()),
    "c": Army("d", "w", "f", "c", ("BD", "WA", "FAD", "BN")),
    "n": Army("g", "i", "t", "l", ("fsRbK", "FvN", "fhNbFsWbW", "fsRfhNK")),
    "r": Army("s", "y", "h", "o", ("R4", "WD", "HFD", "RN")),
}

# The ranks of start positions, by slot: the usual one, two ready for castling and captures en
# passant, and one in which pawns are about to promote.
STARTS = [
    ("{r}{n}{b}{q}k{b}{n}{r}", "/pppppppp/8/8/8/8/PPPPPPPP/"),
    ("{r}3k2{r}", "/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/"),
    ("{r}2{q}k2{r}", "/1P4P1/4p3/8/8/4P3/1p4p1/"),
    ("{r}3k1{n}{r}", "/p1ppp1p1/8/1P3P1P/1p3p1p/8/P1PPP1P1/"),
]


def rank(army: Army, pattern: str) -> str:
    """A rank of Black's pieces."""
    return pattern.format(r=army.rook, n=army.knight, b=army.bishop, q=army.queen)


@dataclass(frozen=True)
class Definition:
    """A pairing with one choice of the files of long castling."""

    white: str
    black: str
    clobbered: bool
    """Whether the files are those of the Clobberers."""

    @property
    def game(self) -> str:
        """The name of the game in our program."""
        return f"cwda-{self.white}{self.black}"

    @property
    def variant(self) -> str:
        """The name of the game in pyffish."""
        return self.game + ("-clobbered" if self.clobbered else "")

    def ini(self) -> str:
        """The section of a variants file."""
        white, black = ARMIES[self.white], ARMIES[self.black]
        pieces = dict.fromkeys(white[:4] + black[:4])
        custom = {}
        for army in (white, black):
            custom.update(zip(army[:4], army.betza))
        lines = [f"[{self.variant}:chess]"]
        lines += [f"customPiece{i} = {p}:{m}" for i, (p, m) in enumerate(custom.items(), 1)]
        lines.append("promotionPieceTypes = " + "".join(pieces))
        lines.append(f"castlingRookPiecesWhite = {white.rook}")
        lines.append(f"castlingRookPiecesBlack = {black.rook}")
        if self.clobbered:
            lines.append("castlingQueensideFile = b")
        lines.append(f"startFen = {self.start(0)}")
        return "\n".join(lines) + "\n"

    def start(self, number: int) -> str:
        """A start position, with the castling rights that both programs understand alike."""
        pattern, middle = STARTS[number % len(STARTS)]
        rights = "K" + "Q" * ((self.white == "c") == self.clobbered)
        rights += "k" + "q" * ((self.black == "c") == self.clobbered)
        white = rank(ARMIES[self.white], pattern).upper()
        black = rank(ARMIES[self.black], pattern)
        return f"{black}{middle}{white} w {rights} - 0 1"


def definitions(white: str, black: str) -> list[Definition]:
    """All definitions of a pairing."""
    kinds = [False, True] if "c" in (white, black) else [False]
    return [Definition(white, black, clobbered) for clobbered in kinds]


def cells(fen: str) -> dict[str, str]:
    """The pieces of a position by cell."""
    found = {}
    for row, text in enumerate(fen.split()[0].split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
            else:
                found["abcdefgh"[file] + str(8 - row)] = letter
                file += 1
    return found


def kind(move: str, board: dict[str, str]) -> str:
    """What is special about a move, or an empty text."""
    origin, target = move[:2], move[2:4]
    piece = board[origin].lower()
    if piece == "k" and abs(ord(origin[0]) - ord(target[0])) > 1:
        return f"castling to {target[0]}"
    if piece == "p" and origin[0] != target[0] and target not in board:
        return "en passant"
    return "promotion" if len(move) == 5 else ""


def value(result: str, turn: str) -> int:
    """pyffish's value, from the side to move, of places such as `w:2,b:1`."""
    places = dict(seat.split(":") for seat in result.split(","))
    if places["w"] == places["b"]:
        return pyffish.VALUE_DRAW
    return pyffish.VALUE_MATE if places[turn] == "1" else -pyffish.VALUE_MATE


class Pairings(unittest.TestCase):
    """One test for each pairing, added below."""

    program: Simurgh

    @classmethod
    def setUpClass(cls) -> None:
        everything = [d for w in ARMIES for b in ARMIES for d in definitions(w, b)]
        pyffish.load_variant_config("\n".join(d.ini() for d in everything))
        missing = {d.variant for d in everything} - set(pyffish.variants())
        assert not missing, f"pyffish refused {missing}"
        cls.program = Simurgh()
        cls.addClassCleanup(cls.program.close)

    def play(self, definition: Definition, number: int, seen: Counter[str]) -> int:
        """Plays and compares one game; returns the number of positions."""
        dice = random.Random(f"{definition.variant} {number}")
        variant, start = definition.variant, definition.start(number)
        fen, moves = start, []
        for ply in range(LONGEST):
            line = " ".join(["position fen", start, "moves", *moves])
            self.program.send(line, "query legal", "query fen", "query result")
            legal = self.program.answer("response legal").split()
            ours = self.program.answer("response fen").split()
            result, *reason = self.program.answer("response result").split()

            here = f"{variant}: {line}"
            theirs = fen.split()
            passant = {ours.pop(3), theirs.pop(3)} - {"-"}
            self.assertEqual(ours, theirs, here)
            self.assertLessEqual(len(passant), 1, here)
            if reason != ["dead-position"]:
                self.assertEqual(legal, sorted(pyffish.legal_moves(variant, fen, [])), here)
            if reason or ply + 1 == LONGEST:
                seen[" ".join(reason)] += 1
                self.compare_end(definition, start, moves, result, reason, here)
                return ply + 1

            board = cells(fen)
            kinds = sorted({kind(m, board) for m in legal})
            rarest = min(kinds, key=lambda k: seen[k])
            chosen = dice.choice([rarest, dice.choice(kinds)])
            move = dice.choice([m for m in legal if kind(m, board) == chosen])
            seen[chosen] += 1
            moves.append(move)
            fen = pyffish.get_fen(variant, fen, [move])
        raise AssertionError("a game has an end")

    def compare_end(
        self,
        definition: Definition,
        start: str,
        moves: list[str],
        result: str,
        reason: list[str],
        here: str,
    ) -> None:
        """Compares the result of a game, which may have been broken off."""
        variant = definition.variant
        drawn, _ = pyffish.is_optional_game_end(variant, start, moves)
        if reason in (["repetition"], ["move-count"]):
            self.assertTrue(drawn, here)
            self.assertEqual(value(result, "w"), pyffish.VALUE_DRAW, here)
        elif reason == ["dead-position"]:
            bare = pyffish.has_insufficient_material(variant, start, moves)
            self.assertEqual(bare, (True, True), here)
        elif reason:
            turn = "wb"[len(moves) % 2]
            wanted = pyffish.game_result(variant, start, moves)
            self.assertEqual(value(result, turn), wanted, here)
        else:
            self.assertEqual((result, drawn), ("ongoing", False), here)

    def compare(self, white: str, black: str) -> None:
        """Plays games of a pairing until enough positions have been compared."""
        kinds = definitions(white, black)
        self.program.send(f"setoption name UCI_Variant value {kinds[0].game}")
        described = self.program.answer(f"info string variant {kinds[0].game}")
        placement = described.split(" startpos ")[1].split()[0]
        self.assertEqual(placement, kinds[0].start(0).split()[0])

        seen: Counter[str] = Counter()
        compared = number = 0
        while compared < POSITIONS:
            compared += self.play(kinds[number % len(kinds)], number // len(kinds), seen)
            number += 1

        wanted = {"promotion", "en passant", "castling to g"}
        wanted |= {"castling to " + ("b" if d.clobbered else "c") for d in kinds}
        if white == black == "c":
            wanted.remove("castling to c")
        self.assertEqual(wanted - set(seen), set(), "kinds of move that no game had")


def add_pairing(white: str, black: str) -> None:
    """Adds the test of one pairing."""

    def test(self: Pairings) -> None:
        self.compare(white, black)

    setattr(Pairings, f"test_{white}{black}", test)


for first in ARMIES:
    for second in ARMIES:
        add_pairing(first, second)


if __name__ == "__main__":
    unittest.main()
