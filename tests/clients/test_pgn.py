"""Games of `simurgh match` as PGN, read by python-chess: every move in its notation must be legal
and lead where the record says."""

import io
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

import chess.pgn

from program import PATH


class PgnTest(unittest.TestCase):
    def test_games_are_read_move_by_move(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            record, pgn = Path(folder, "games.jsonl"), Path(folder, "games.pgn")
            arguments = ["match", "chess", "--rounds", "15", "--random-plies", "12", "--quiet"]
            engines = ["--engine", "name=a nodes=300", "--engine", 'name=b nodes=30']
            files = ["--record", str(record), "--pgn", str(pgn), "--concurrency", "1"]
            subprocess.run([PATH, *arguments, *engines, *files], check=True, capture_output=True)
            records = [json.loads(line) for line in record.read_text().splitlines()]
            text = io.StringIO(pgn.read_text())
        games = list(iter(lambda: chess.pgn.read_game(text), None))
        self.assertEqual(len(games), len(records))
        names = {(True, False): "1-0", (False, True): "0-1"}
        for game, recorded in zip(games, records):
            self.assertEqual(game.errors, [])
            moves = [move.uci() for move in game.mainline_moves()]
            self.assertEqual(moves, recorded["opening"]["moves"] + recorded["moves"])
            white, black = recorded["places"]
            result = names[white < black, black < white] if white != black else "1/2-1/2"
            self.assertEqual(game.headers["Result"], result)
            self.assertEqual(game.headers["White"], recorded["engines"][recorded["seats"][0]]["name"])


if __name__ == "__main__":
    unittest.main()
