# SPDX-License-Identifier: GPL-3.0-or-later
"""The add-on's access to a real server, in plain Python: `python3 at_desk.py file.json`, with the add-on's folder on
the path.
"""

import json
import os
import sys

from xsheet_blender import cut
from xsheet_blender.desk import Desk, Film

with open(sys.argv[1], encoding="utf-8") as file:
    asked = json.load(file)
desk = Desk(asked["host"], asked["token"])
who, tasks, _statuses = desk.my_tasks()
task = next(each for each in tasks if each.path == asked["path"])
facts = {"first_frame": 1001, "frame_count": 24, "frame_rate": "24/1", "width": 64, "height": 36, "duration_ms": 1000}
film = Film(asked["film"], asked["poster"], asked["thumbnail"], facts)
revision, missing = desk.publish(task, film, time="1h", comment="blocking", status=None)
again, _missing = desk.publish(task, film, time="1h", comment="blocking", status=None)
desk.studio.comment(task, "@here[frame 1013] the hand pops", metadata={"hereReferences": [{
    "id": revision.id, "type": "video", "label": "frame 1013", "data": {"mediaId": revision.files[0].id, "timestamp": 12.5 / 24},
}]})
notes = desk.notes(desk.task(task.id), "24/1")
shots = desk.shots(asked["project"], None)
changes, left = cut.to_cut([cut.Strip("sh010_v01.mp4", 1, 48, 0, 1), cut.Strip("logo", 49, 10, 0, 1)], shots, "24/1")
applied = desk.apply_cut(changes)
films = desk.films(shots, task.stage.name, os.path.join(asked["folder"], "films"))
print(json.dumps({
    "who": who, "version": revision.version, "missing": missing, "again": again.id == revision.id,
    "notes": [[note.frame, note.text] for note in notes], "left": [each.name for each in left],
    "applied": applied, "undone": desk.undo_cut(), "films": [os.path.basename(path) for path in films.values()],
}))
