"""`chess` as GUIs and bots built on python-chess see it. Whatever that library logs as a warning
(output that it did not expect, or could not read) fails the test in which it happens."""

import asyncio
import logging
import time
import unittest

import chess
import chess.engine
from chess.engine import Cp, InfoDict, Limit, Mate, SimpleEngine

from program import PATH, PATIENCE

MIDDLE_GAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 8"

# Mates in two and their only first move. The search leaves moves out, so it may need more depth than
# the mate has plies, but it must find the shortest.
MATES_IN_TWO = {
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1": "a1a6",
    "r7/8/8/8/8/1p6/PP6/KBk5 b - - 0 1": "a8a3",
    "r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1": "c4g8",
    "6k1/8/8/2q5/8/7n/6PP/R6K b - - 0 1": "c5g1",
    "r2qkbnr/ppp2ppp/2np4/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 6": "c4f7",
}


class Warnings(logging.Handler):
    """Keeps what is logged as a warning or worse."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


class ClientTest(unittest.TestCase):
    """A test that fails if python-chess has something to complain about."""

    def setUp(self) -> None:
        warnings = Warnings()
        chess.engine.LOGGER.addHandler(warnings)
        self.addCleanup(lambda: self.assertEqual(warnings.texts, []))
        self.addCleanup(chess.engine.LOGGER.removeHandler, warnings)

    def check_lines(self, board: chess.Board, infos: list[InfoDict]) -> None:
        """Checks final lines of analysis: everything is told, and the moves are legal."""
        wanted = {"depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time", "pv"}
        for number, info in enumerate(infos, 1):
            self.assertEqual(wanted - set(info), set())
            self.assertEqual(info["multipv"], number)
            self.assertGreaterEqual(info["seldepth"], info["depth"])
            self.assertLessEqual(info["hashfull"], 1000)
            self.assertEqual(info["score"].turn, board.turn)
            line = board.copy()
            for move in info["pv"]:
                self.assertIn(move, line.legal_moves, line.fen())
                line.push(move)
        first_moves = [info["pv"][0] for info in infos]
        self.assertEqual(len(set(first_moves)), len(infos))


class SimpleEngineTest(ClientTest):
    """The blocking interface."""

    def setUp(self) -> None:
        super().setUp()
        self.engine = SimpleEngine.popen_uci(PATH, timeout=PATIENCE)
        self.addCleanup(self.engine.close)

    def tearDown(self) -> None:
        self.engine.ping()
        self.engine.quit()

    def test_handshake_tells_name_and_options(self) -> None:
        self.assertTrue(self.engine.id["name"].startswith("Simurgh"))
        self.assertTrue(self.engine.id["author"])
        options = self.engine.options
        kinds = {
            "Threads": "spin",
            "Hash": "spin",
            "Clear Hash": "button",
            "Ponder": "check",
            "MultiPV": "spin",
            "Move Overhead": "spin",
            "UCI_LimitStrength": "check",
            "UCI_Elo": "spin",
            "UCI_AnalyseMode": "check",
            "UCI_ShowWDL": "check",
            "Search": "combo",
            "EvalFile": "string",
            "UCI_Variant": "combo",
        }
        self.assertEqual({name: option.type for name, option in options.items()}, kinds)
        self.assertEqual(options["UCI_Variant"].default, "chess")
        games = options["UCI_Variant"].var or []
        self.assertEqual(len(games), len(set(games)))
        self.assertLessEqual({"chess", "cwda-fc", "honeycomb", "aof3", "guru", "ninja"}, set(games))
        for option in options.values():
            if option.type == "spin":
                self.assertLessEqual(option.min, option.default)
                self.assertLessEqual(option.default, option.max)

    def test_options_can_be_set(self) -> None:
        self.engine.configure({"Hash": 8, "Threads": 2, "Move Overhead": 20, "Clear Hash": None})
        self.engine.analyse(chess.Board(), Limit(depth=8))
        self.engine.configure({"Hash": 16, "Threads": 1})
        self.engine.analyse(chess.Board(), Limit(depth=8))

    def test_expected_wins_draws_and_losses(self) -> None:
        self.engine.configure({"UCI_ShowWDL": True})
        info = self.engine.analyse(chess.Board(MIDDLE_GAME), Limit(depth=6))
        self.assertEqual(sum(info["wdl"].relative), 1000)
        winning = chess.Board("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1")
        expected = self.engine.analyse(winning, Limit(depth=6))["wdl"].white()
        self.assertGreater(expected.wins, 900)

    def test_options_count_right_after_a_best_move(self) -> None:
        board = chess.Board()
        for turn in range(200):
            show = turn % 2 == 0
            self.engine.configure({"UCI_ShowWDL": show})
            info = self.engine.analyse(board, Limit(depth=3))
            self.assertEqual("wdl" in info, show, f"after {turn} searches")

    def test_games_with_clocks(self) -> None:
        # With little time some games are repeated soon: others follow until there are enough moves.
        self.engine.configure({"Move Overhead": 1000})
        plies = game = 0
        while plies < 100:
            game += 1
            plies += self.play_with_clocks(game)

    def play_with_clocks(self, game: int) -> int:
        """Plays a game of 120 plies at most, and returns their number."""
        board = chess.Board()
        # The machine may stall for a while: a second of overhead is for that.
        clocks = {chess.WHITE: 4.0, chess.BLACK: 4.0}
        increment = 0.02
        while not board.is_game_over(claim_draw=True) and board.ply() < 120:
            limit = Limit(
                white_clock=clocks[chess.WHITE],
                black_clock=clocks[chess.BLACK],
                white_inc=increment,
                black_inc=increment,
            )
            began = time.monotonic()
            result = self.engine.play(board, limit, game=game)
            clocks[board.turn] -= time.monotonic() - began
            self.assertGreater(clocks[board.turn], 0, f"time is up after {board.ply()} plies")
            clocks[board.turn] += increment
            self.assertIn(result.move, board.legal_moves, board.fen())
            self.assertFalse(result.resigned or result.draw_offered)
            board.push(result.move)
        return board.ply()

    def test_limits(self) -> None:
        board = chess.Board(MIDDLE_GAME)
        info = self.engine.analyse(board, Limit(depth=7))
        self.check_lines(board, [info])
        self.assertEqual(info["depth"], 7)

        info = self.engine.analyse(board, Limit(nodes=20_000), game=2)
        self.check_lines(board, [info])
        self.assertLessEqual(info["nodes"], 20_000)

        began = time.monotonic()
        info = self.engine.analyse(board, Limit(time=0.3))
        self.check_lines(board, [info])
        elapsed = time.monotonic() - began
        self.assertGreater(elapsed, 0.2)
        self.assertLess(elapsed, PATIENCE)

        info = self.engine.analyse(board, Limit(mate=1, time=2.0))
        self.check_lines(board, [info])

    def test_several_lines(self) -> None:
        board = chess.Board(MIDDLE_GAME)
        for limit in Limit(depth=7), Limit(nodes=30_000), Limit(time=0.2):
            infos = self.engine.analyse(board, limit, multipv=3)
            self.assertEqual(len(infos), 3)
            self.check_lines(board, infos)
        few = chess.Board("7k/8/8/8/8/8/r7/7K w - - 0 1")
        self.assertEqual(few.legal_moves.count(), 1)
        self.check_lines(few, self.engine.analyse(few, Limit(depth=5), multipv=3))

    def test_several_lines_come_best_first(self) -> None:
        for fen in chess.STARTING_FEN, MIDDLE_GAME:
            board = chess.Board(fen)
            for depth in [7, 4, 5, 6, 7]:
                infos = self.engine.analyse(board, Limit(depth=depth), multipv=3)
                scores = [info["score"].relative for info in infos]
                self.assertEqual(scores, sorted(scores, reverse=True), f"{fen} depth {depth}")

    def test_chosen_root_moves(self) -> None:
        moves = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
        result = self.engine.play(chess.Board(), Limit(depth=5), root_moves=moves)
        self.assertIn(result.move, moves)

    def test_continuous_analysis_until_stopped(self) -> None:
        board = chess.Board(MIDDLE_GAME)
        for _ in range(3):
            with self.engine.analysis(board, multipv=2) as analysis:
                for info in analysis:
                    if info.get("depth", 0) >= 6 and info.get("multipv") == 2:
                        break
                analysis.stop()
                best = analysis.wait()
                self.assertIn(best.move, board.legal_moves)
                self.check_lines(board, analysis.multipv)

    def test_ping_ends_an_analysis_at_once(self) -> None:
        board = chess.Board()
        with self.engine.analysis(board) as analysis:
            analysis.get()
            began = time.monotonic()
            self.engine.ping()
            self.assertLess(time.monotonic() - began, PATIENCE)
            self.assertIn(analysis.wait().move, board.legal_moves)

    def test_pondering(self) -> None:
        board = chess.Board(MIDDLE_GAME)
        hits = misses = 0
        for turn in range(8):
            limit = Limit(white_clock=5, black_clock=5, white_inc=0.05, black_inc=0.05)
            result = self.engine.play(board, limit, game=3, ponder=True)
            self.assertIn(result.move, board.legal_moves)
            board.push(result.move)
            replies = list(board.legal_moves)
            if not replies:
                break
            time.sleep(0.02)
            if result.ponder is not None and turn % 2 == 0:
                self.assertIn(result.ponder, replies)
                board.push(result.ponder)
                hits += 1
            else:
                others = [move for move in replies if move != result.ponder]
                board.push((others or replies)[0])
                misses += 1
            if board.is_game_over():
                break
        self.assertGreater(hits, 0)
        self.assertGreater(misses, 0)

    def test_mates_in_two(self) -> None:
        for fen, move in MATES_IN_TWO.items():
            for limit in Limit(mate=2), Limit(depth=24), Limit(time=0.5):
                with self.subTest(fen=fen, limit=limit):
                    board = chess.Board(fen)
                    info = self.engine.analyse(board, limit, game=object())
                    self.assertEqual(info["score"].relative, Mate(+2))
                    self.assertEqual(info["pv"][0].uci(), move)
                    for following in info["pv"]:
                        board.push(following)
                    self.assertTrue(board.is_checkmate())
                    self.assertEqual(len(info["pv"]), 3)

                    board.pop(), board.pop()
                    info = self.engine.analyse(board, Limit(depth=16), game=object())
                    self.assertEqual(info["score"].relative, Mate(-1))

    def test_games_that_are_over(self) -> None:
        ends = {
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3": Mate(-0),
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1": Cp(0),
            "7k/8/6K1/8/8/8/8/8 b - - 0 1": Cp(0),
        }
        for fen, score in ends.items():
            with self.subTest(fen=fen):
                board = chess.Board(fen)
                self.assertIsNone(self.engine.play(board, Limit(time=0.1)).move)
                info = self.engine.analyse(board, Limit(depth=4))
                self.assertEqual(info["score"].relative, score)
                with self.engine.analysis(board) as analysis:
                    analysis.stop()
                    self.assertIsNone(analysis.wait().move)

    def test_draws_that_have_to_be_claimed(self) -> None:
        board = chess.Board()
        for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
            board.push_uci(move)
        self.assertTrue(board.is_repetition())
        self.assertIn(self.engine.play(board, Limit(depth=5)).move, board.legal_moves)
        board = chess.Board("4k3/8/8/8/8/8/8/R3K3 w - - 100 120")
        self.assertTrue(board.is_fifty_moves())
        self.assertIn(self.engine.play(board, Limit(depth=5)).move, board.legal_moves)


class AsyncTest(ClientTest):
    """The asynchronous interface, with several programs at a time."""

    def test_two_programs_play_while_a_third_analyses(self) -> None:
        asyncio.run(asyncio.wait_for(self.play_and_analyse(), 2 * PATIENCE))

    async def play_and_analyse(self) -> None:
        engines = [(await chess.engine.popen_uci(PATH))[1] for _ in range(3)]
        white, black, analyst = engines
        board = chess.Board()
        with await analyst.analysis(chess.Board(MIDDLE_GAME)) as analysis:
            while board.ply() < 20 and not board.is_game_over():
                engine = white if board.turn else black
                result = await engine.play(board, Limit(nodes=3000), ponder=True)
                self.assertIn(result.move, board.legal_moves)
                board.push(result.move)
            await asyncio.gather(*(engine.ping() for engine in engines))
            best = await analysis.wait()
            self.assertIsNotNone(best.move)
        for engine in engines:
            await engine.quit()


if __name__ == "__main__":
    unittest.main()
