"""Reads and rewrites Serialbox archives with the standard library only, to make broken and unusual ones for tests."""
import array
import json
import pathlib
import shutil

CODES = {2: "i", 4: "f", 5: "d"}


class Archive:
    """A copy of an archive in `folder` that can be changed. Changed blocks get the checksum "0" (written by hand) unless told."""

    def __init__(self, source, folder):
        shutil.copytree(source, folder)
        self.folder = pathlib.Path(folder)
        meta = next(self.folder.glob("MetaData-*.json"))
        self.prefix = meta.stem.removeprefix("MetaData-")
        self.meta_file, self.table_file = meta, self.folder / f"ArchiveMetaData-{self.prefix}.json"
        self.meta, self.table = json.loads(meta.read_text()), json.loads(self.table_file.read_text())

    def save(self):
        self.meta_file.write_text(json.dumps(self.meta))
        self.table_file.write_text(json.dumps(self.table))

    def data_file(self, field):
        return self.folder / f"{self.prefix}_{field}.dat"

    def savepoints(self, name, **keys):
        vector = self.meta["savepoint_vector"]
        for i, s in enumerate(vector["savepoints"]):
            meta = {k: v["value"] for k, v in (s["meta_info"] or {}).items()}
            if s["name"] == name and all(meta.get(k) == v for k, v in keys.items()):
                yield i

    def fields_at(self, index):
        vector = self.meta["savepoint_vector"]
        return vector["fields_per_savepoint"][index][vector["savepoints"][index]["name"]]

    def remove_savepoint(self, index):
        for part in ("savepoints", "fields_per_savepoint"):
            del self.meta["savepoint_vector"][part][index]
        self.save()

    def values(self, field, occurrence=0):
        kind = self.meta["field_map"][field]
        out = array.array(CODES[kind["type_id"]])
        count = 1
        for d in kind["dims"]:
            count *= d
        raw = self.data_file(field).read_bytes()
        start = self.table["fields_table"][field][occurrence][0]
        out.frombytes(raw[start:start + count * out.itemsize])
        return out

    def rewrite(self, field, dims, change):
        """All occurrences through change(values) -> values of the new shape."""
        blocks = [change(self.values(field, n)) for n in range(len(self.table["fields_table"][field]))]
        self.meta["field_map"][field]["dims"] = dims
        entries, data = [], b""
        for block in blocks:
            entries.append([len(data), "0"])
            data += block.tobytes()
        self.table["fields_table"][field] = entries
        self.data_file(field).write_bytes(data)
        self.save()

    def set_value(self, field, position, value, occurrence=0):
        """One value of one occurrence; its checksum becomes "0"."""
        values = self.values(field, occurrence)
        values[position] = value
        entry = self.table["fields_table"][field][occurrence]
        with open(self.data_file(field), "r+b") as f:
            f.seek(entry[0])
            f.write(values.tobytes())
        entry[1] = "0"
        self.save()

    def flip_bit(self, field, byte):
        with open(self.data_file(field), "r+b") as f:
            f.seek(byte)
            old = f.read(1)[0]
            f.seek(byte)
            f.write(bytes([old ^ 1]))
