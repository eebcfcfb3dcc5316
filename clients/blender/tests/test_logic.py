# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of the parts that do not need Blender, in any Python from 3.9 on: `python3 -m unittest discover -s tests`."""

import os
import stat
import sys
import tempfile
import threading
import unittest
from typing import Any, Dict, List

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from xsheet_blender import cut, frames, hooks, naming, notes, tokens
from xsheet_blender.cut import Shot, Strip
from xsheet_blender.jobs import Jobs

NAMES = {"project": "comet", "space": "ep01", "collection": "SQ 010", "item": "sh0010", "stage": "Animation"}


class Naming(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.mkdtemp()

    def touch(self, *parts: str) -> None:
        place = os.path.join(self.folder, *parts)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w", encoding="utf-8") as file:
            file.write("{}")

    def test_the_next_version_follows_the_newest_and_never_writes_over_one(self) -> None:
        first = naming.next_path(self.folder, naming.DEFAULT, NAMES)
        place = os.path.dirname(first.path)
        for name in ("sh0010_Animation_v02.blend", "sh0010_Animation_v11.blend", "sh0010_Animation_v11.blend1", "sh0010_v99.blend"):
            self.touch(place, name)

        self.assertEqual(first, (os.path.join(self.folder, "comet/ep01/SQ_010/sh0010/Animation/sh0010_Animation_v01.blend"), 1))
        self.assertEqual([file.version for file in naming.versions(self.folder, naming.DEFAULT, NAMES)], [11, 2])
        self.assertEqual(naming.next_path(self.folder, naming.DEFAULT, NAMES).version, 12)

    def test_the_file_beside_the_projects_says_their_rule(self) -> None:
        own = "{project}/{item}_{stage}_v{version:3}.blend"
        self.assertEqual(naming.rule_of(self.folder, "comet"), naming.DEFAULT)
        with open(os.path.join(self.folder, naming.RULE_FILE), "w", encoding="utf-8") as file:
            file.write('{"comet": "%s"}' % own)

        self.assertEqual(naming.rule_of(self.folder, "comet", naming.DEFAULT), own)
        with self.assertRaisesRegex(naming.NamingError, 'neither "other" nor "default"'):
            naming.rule_of(self.folder, "other")

    def test_a_rule_that_leaves_its_folder_or_names_no_version_is_refused(self) -> None:
        for pattern, why in {
            "../{item}_{stage}_v{version}.blend": "leaves its folder",
            "/etc/{item}_{stage}_v{version}.blend": "leaves its folder",
            "C:/{item}_{stage}_v{version}.blend": "leaves its folder",
            "{item}_{stage}.blend": "has v{version} once",
            "{item}_{stage}_{version}.blend": "has v{version} once",
            "{item}_v{version}.blend": "two tasks would share",
            "{item}_{stage}_v{version}.ma": "ends in .blend",
            "{shot}_{stage}_v{version}.blend": "{shot}, which is unknown",
        }.items():
            with self.subTest(pattern), self.assertRaisesRegex(naming.NamingError, why):
                naming.check(pattern)

    def test_names_from_the_studio_stay_inside_the_folder(self) -> None:
        hostile = {**NAMES, "item": "../../etc", "collection": "..", "stage": "a/b\\c"}
        place = naming.path_of(self.folder, naming.DEFAULT, hostile, 1)

        self.assertTrue(os.path.realpath(place).startswith(os.path.realpath(self.folder) + os.sep))
        self.assertNotIn("..", place.split(os.sep))

    def test_a_playblast_bears_the_name_and_version_of_its_file(self) -> None:
        self.assertEqual(naming.film_path("/a/sh_v07.blend", NAMES, "/tmp"), "/a/playblasts/sh_v07.mp4")
        self.assertEqual(naming.film_path("", NAMES, "/tmp"), "/tmp/sh0010_Animation.mp4")


class Frames(unittest.TestCase):
    def test_blenders_two_numbers_are_a_rational_rate(self) -> None:
        self.assertEqual(frames.rate_of(24, 1.0), "24/1")
        self.assertEqual(frames.rate_of(24, 1.0010000467300415), "24000/1001")
        self.assertEqual(frames.rate_of(30, 1.0010000467300415), "30000/1001")

    def test_a_range_that_would_move_notes_is_refused(self) -> None:
        self.assertIsNone(frames.check_range(1001, 1001))
        self.assertIn("before the first", frames.check_range(1002, 1001) or "")
        self.assertIn("frame step", frames.check_range(1, 10, 2) or "")
        self.assertIn("from 0", frames.check_range(-5, 10) or "")
        self.assertEqual(frames.first_of(None, 0, 1001), 0)
        self.assertEqual(frames.first_of(None, None, frames.cut_number(1009, 8)), 1001)
        self.assertEqual(frames.first_of(None, frames.cut_number(None, 8)), 1)
        self.assertEqual(frames.range_note(1001, 1024, 1001, 1048), "The scene has frames 1001-1024, the cut 1001-1048.")
        self.assertIsNone(frames.range_note(1001, 1024, None, None))

    def test_sides_are_even_and_small_pictures_stay_small(self) -> None:
        self.assertEqual(frames.even(1921, 1081, 50), (960, 540))
        self.assertEqual(frames.even(3, 3, 1), (2, 2))
        self.assertEqual(frames.fit(1920, 1080, 640), (640, 360))
        self.assertEqual(frames.fit(64, 36, 640), (64, 36))
        self.assertEqual(frames.facts(1001, 1024, "24/1", (64, 36))["duration_ms"], 1000)


def comment(text: str, **about: Any) -> Dict[str, Any]:
    return {"id": text, "content": text, "metadata": {"authorName": "Mei Tanaka", **about}}


def here(**data: Any) -> Dict[str, Any]:
    return {"type": "video", "label": "", "data": data}


class Notes(unittest.TestCase):
    film = notes.Film(1001, "24/1")

    def frames_of(self, *comments: Dict[str, Any]) -> List[Any]:
        known = {"own": notes.Film(101, "24000/1001")}
        return [(note.frame, note.last) for note in notes.read(comments, known, self.film)]

    def test_moments_ranges_and_drawings_stand_at_the_numbers_people_say(self) -> None:
        stroke = {"kind": "pen", "color": "#ffffff", "points": [{"x": 0, "y": 0}]}
        self.assertEqual(self.frames_of(comment("a", hereReferences=[here(timestamp=12.5 / 24)])), [(1013, 1013)])
        self.assertEqual(self.frames_of(comment("a", hereReferences=[here(timestamp=12 / 24)])), [(1013, 1013)])
        self.assertEqual(self.frames_of(comment("a", hereReferences=[here(timestamp=1, range={"from": 12, "to": 20})])), [(1013, 1021)])
        self.assertEqual(self.frames_of(comment("", drawings=[{"mediaId": "own", "frame": 2, "shapes": [stroke]}])), [(103, 103)])
        self.assertEqual(self.frames_of(comment("a", hereReferences=[here(timestamp=2.0, mediaId="own")])), [(101 + 47, 101 + 47)])

    def test_malformed_references_are_left_out(self) -> None:
        for bad in ("x", [1, None], [{"type": "video"}], [here(timestamp="1")], [here(timestamp=True)], [here(timestamp=-1)],
                    [here(timestamp=float("inf"))], [{"type": "image", "data": {"timestamp": 1}}]):
            self.assertEqual(self.frames_of(comment("a", hereReferences=bad)), [])
        self.assertEqual(self.frames_of(comment("a", drawings=[{"frame": -1}, {"frame": "3"}])), [])
        self.assertEqual(self.frames_of({"id": "a", "content": None, "metadata": None}), [])

    def test_markers_are_renewed_and_those_of_the_artist_stay(self) -> None:
        (note,) = notes.read([comment("@here[frame 1013] too fast\nand more", hereReferences=[here(timestamp=0.5)])], {}, self.film)
        name = "✎ Mei: frame 1013 too fast"

        self.assertEqual(notes.plan_markers([("mine", 1)], [note]), (((name, 1013),), ()))
        self.assertEqual(notes.plan_markers([("mine", 1), (name, 1013)], [note]), ((), ()))
        self.assertEqual(notes.plan_markers([("mine", 1), (name, 1012), ("✎ Gone", 4)], [note]), (((name, 1013),), (1, 2)))
        self.assertLessEqual(len(notes.marker_name(note._replace(text="x" * 200))), 63)

    def test_drawings_are_lines_with_the_origin_below(self) -> None:
        point, end = {"x": 0.25, "y": 0.25}, {"x": 0.75, "y": 0.75}
        shapes = [
            {"kind": "pen", "color": "#ff0000", "points": [point, end]}, {"kind": "box", "color": "#00ff00", "from": point, "to": end},
            {"kind": "arrow", "color": "#00ff00", "from": point, "to": end}, {"kind": "text", "color": "#0000ff", "at": point, "text": "softer"},
            {"kind": "star", "color": "#0000ff"}, {"kind": "pen", "color": "red", "points": [point]},
        ]
        pen, box, arrow, text = notes.to_marks(shapes)

        self.assertEqual((pen.color, pen.lines), ((1.0, 0.0, 0.0, 1.0), (((0.25, 0.75), (0.75, 0.25)),)))
        self.assertEqual((len(box.lines), len(arrow.lines)), (4, 3))
        self.assertEqual(text.words, ((0.25, 0.75, "softer"),))


class Cut(unittest.TestCase):
    shots = [
        Shot("1", "p/s/sh010", "sh010", 1001, 1048, "24/1", 1001), Shot("2", "p/s/sh0100", "sh0100", None, None, None, 1001),
        Shot("3", "p/s/sh020", "sh020", 1003, 1010, "24/1", 1001), Shot("4", "p/s/sh030", "sh030", 1001, 1008, "24/1", 1001, True),
    ]

    def test_a_strip_is_the_shot_it_is_named_after(self) -> None:
        def named(name: str) -> Any:
            found = cut.find_shot(Strip(name, 1, 1, 0, 1), self.shots)
            return found if isinstance(found, str) else found.name

        self.assertEqual([named(name) for name in ("sh010", "SH010_v07.mp4", "sh010.001", "sh0100_anim", "sh01", "xsh010")],
                         ["sh010", "sh010", "sh010", "sh0100", "no shot is named so", "no shot is named so"])
        self.assertEqual(cut.find_shot(Strip("logo", 1, 1, 0, 1, "3"), self.shots).name, "sh020")
        self.assertEqual(cut.find_shot(Strip("sh010", 1, 1, 0, 1), [*self.shots, self.shots[0]._replace(id="9")]), "2 shots are named so")

    def test_strips_change_ranges_and_a_shot_that_stands_twice_covers_both(self) -> None:
        changes, left = cut.to_cut(
            [Strip("sh010", 1, 48, 0, 1), Strip("sh020", 49, 4, 2, 1), Strip("sh020.001", 60, 4, 10, 1), Strip("logo", 70, 5, 0, 1)],
            self.shots, "24/1",
        )
        self.assertEqual([(each.shot.name, each.frame_in, each.frame_out) for each in changes], [("sh020", 1003, 1014)])
        self.assertEqual(left, [("logo", "no shot is named so")])

    def test_the_cut_is_laid_out_end_to_end_without_omitted_shots(self) -> None:
        steps, left = cut.to_strips(self.shots, [Strip("sh020", 5, 8, 2, 3)], 1)
        self.assertEqual([step.says for step in steps], ["sh010: add 48 frames at 1", "sh020: move 5 → 49"])
        self.assertEqual(left, [("sh0100", "it has no frame range")])

    def test_an_edl_has_source_and_record_of_each_strip(self) -> None:
        lines = cut.to_edl("cut", [Strip("sh020_v02", 25, 8, 2, 1)], self.shots, "24/1", 1).splitlines()
        self.assertEqual(lines[3:5], ["001  AX       V     C        00:00:41:19 00:00:42:03 00:00:01:00 00:00:01:08", "* FROM CLIP NAME: sh020"])


class Tokens(unittest.TestCase):
    def test_a_sign_in_is_kept_for_its_owner_alone_and_forgotten(self) -> None:
        env = {"XDG_CONFIG_HOME": tempfile.mkdtemp()}
        entry = tokens.SignIn("https://x.example", "xst_1")
        old = os.umask(0)
        try:
            place = tokens.save(env, entry)
        finally:
            os.umask(old)

        self.assertEqual(stat.S_IMODE(os.stat(place).st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(place)).st_mode), 0o700)
        self.assertEqual(os.listdir(os.path.dirname(place)), ["blender.json"])
        self.assertEqual(tokens.load(env), entry)
        self.assertEqual(tokens.load({**env, "XSHEET_HOST": "http://h/", "STUDIO_TOKEN": "t"}), ("http://h", "t"))
        tokens.forget(env)
        tokens.forget(env)
        self.assertIsNone(tokens.load(env))

    def test_a_broken_file_is_no_sign_in(self) -> None:
        env = {"XDG_CONFIG_HOME": tempfile.mkdtemp()}
        for text in ("", "[]", '{"host": "x"}'):
            os.makedirs(tokens.folder(env), exist_ok=True)
            with open(tokens.path(env), "w", encoding="utf-8") as file:
                file.write(text)
            self.assertIsNone(tokens.load(env))

    def test_addresses_are_read_as_they_are_typed(self) -> None:
        self.assertEqual(tokens.read_host(" xsheet.example.studio/ "), "https://xsheet.example.studio")
        self.assertEqual(tokens.read_host("localhost:4600"), "http://localhost:4600")
        for bad in ("", "ftp://x", "https://", "https://me:secret@x.example"):
            with self.assertRaisesRegex(ValueError, "Type the studio"):
                tokens.read_host(bad)


class Work(unittest.TestCase):
    def test_answers_wait_for_the_pump_and_errors_are_handed_over(self) -> None:
        jobs, got, here = Jobs(), [], threading.get_ident()
        both = threading.Semaphore(0)

        def refuse() -> None:
            both.release()
            raise ValueError("no")

        jobs.run("one", lambda: both.release() or threading.get_ident(), lambda answer: got.append(answer != here), got.append)
        jobs.run("two", refuse, got.append, lambda error: got.append(str(error)), alone=True)
        both.acquire()
        both.acquire()
        self.assertTrue(jobs.is_busy)
        while jobs.is_busy:
            jobs.pump()

        self.assertEqual(sorted(map(str, got)), ["True", "no"])


class Hooks(unittest.TestCase):
    def tearDown(self) -> None:
        hooks.before_publish.clear()

    def test_the_first_reason_refuses_and_a_broken_hook_does_too(self) -> None:
        def broken(task: Any, files: Any) -> str:
            raise KeyError("camera")

        self.assertIsNone(hooks.find_refusal(None, []))
        hooks.before_publish += [lambda task, files: None, lambda task, files: "Too dark", broken]
        self.assertEqual(hooks.find_refusal(None, []), "Too dark")
        hooks.before_publish[:] = [broken]
        self.assertIn("The hook broken failed, so nothing was published", hooks.find_refusal(None, []) or "")


if __name__ == "__main__":
    unittest.main()
