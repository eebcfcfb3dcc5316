"""Builds the wheel from the source archive with only the standard library, so that pip needs no network (PEP 517).

The archive contains the package and the wheel's metadata; only the record of files is created here.
"""

import base64
import hashlib
import pathlib
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent
(INFO,) = ROOT.glob("xsheet-*.dist-info")
NAME = INFO.name[: -len(".dist-info")]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    record, lines = INFO.name + "/RECORD", []
    wheel = NAME + "-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for folder in (ROOT / "xsheet", INFO):
            for file in sorted(folder.rglob("*")):
                if file.is_dir() or file.suffix == ".pyc":
                    continue
                name, content = file.relative_to(ROOT).as_posix(), file.read_bytes()
                archive.writestr(name, content)
                digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                lines.append("%s,sha256=%s,%d\n" % (name, digest, len(content)))
        archive.writestr(record, "".join(lines) + record + ",,\n")
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    sdist = NAME + ".tar.gz"
    with tarfile.open(str(pathlib.Path(sdist_directory) / sdist), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for file in sorted(ROOT.rglob("*")):
            if file.is_file() and file.suffix != ".pyc":
                archive.add(str(file), NAME + "/" + file.relative_to(ROOT).as_posix())
    return sdist
