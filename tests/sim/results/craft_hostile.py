"""Makes files that look like results and are not: craft_hostile.py GOOD.h5 FOLDER.

Each is a copy of the good file with one thing changed, behind a right checksum.
"""

import hashlib
import os
import sys

import h5py
import numpy as np

MARK = b"trialcostSHA256\n"
SECRET = "/etc/hostname"


def replace(f, **how):
    del f["total_cost"]
    return f.create_dataset("total_cost", **how)


def external_storage(f):
    replace(f, shape=(2, 3), dtype="<f8", external=[(SECRET, 0, 48)])


def virtual(f):
    del f["total_cost"]
    layout = h5py.VirtualLayout(shape=(2, 3), dtype="<f8")
    layout[:] = h5py.VirtualSource(f.filename, "unit_cost", shape=(2, 3))
    f.create_virtual_dataset("total_cost", layout)


def filtered(f):
    replace(f, data=np.zeros((2, 3)), compression="gzip")


def chunked(f):
    replace(f, data=np.zeros((2, 3)), chunks=(1, 3))


def soft_link(f):
    del f["total_cost"]
    f["total_cost"] = h5py.SoftLink("/unit_cost")


def external_link(f):
    del f["total_cost"]
    f["total_cost"] = h5py.ExternalLink(sys.argv[1], "/total_cost")


def external_group(f):
    del f["evidence"]
    f["evidence"] = h5py.ExternalLink(sys.argv[1], "/evidence")


def group_for_dataset(f):
    del f["total_cost"]
    f.create_group("total_cost")


def dataset_for_group(f):
    del f["evidence"]
    f["evidence"] = 1.0


def big_endian(f):
    replace(f, data=np.zeros((2, 3), dtype=">f8"))


def single_precision(f):
    replace(f, data=np.zeros((2, 3), dtype="<f4"))


def integer(f):
    replace(f, data=np.zeros((2, 3), dtype="<i8"))


def fixed_text(f):
    del f["option"]
    f["option"] = np.array([b"spot", b"x"])


def ascii_text(f):
    del f["option"]
    f.create_dataset("option", data=["spot", "x"], dtype=h5py.string_dtype("ascii"))


def other_rank(f):
    replace(f, data=np.zeros(6))


def other_length(f):
    replace(f, data=np.zeros((2, 4)))


def shape_bomb(f):
    replace(f, shape=(2**12, 2**12), dtype="<f8")


def shape_overflow(f):
    space = h5py.h5s.create_simple((2**33, 2**33))
    del f["total_cost"]
    plist = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plist.set_layout(h5py.h5d.CONTIGUOUS)
    try:
        h5py.h5d.create(f.id, b"total_cost", h5py.h5t.IEEE_F64LE, space, plist)
    except ValueError:  # HDF5 itself refuses to make it: the largest that it makes
        replace(f, shape=(2**30, 2**30), dtype="<f8")


def text_bomb(f):
    """Every text of /evidence refers to the longest one of the file."""
    with open(f.filename, "rb") as image:
        image.seek(f["inputs/scenario_text"].id.get_offset())
        reference = image.read(16)
    places = [
        (d.id.get_offset(), d.size) for d in f["evidence"].values() if d.dtype == object and d.size
    ]
    f.close()
    with open(sys.argv[2] + "/text_bomb.h5", "r+b") as image:
        for offset, size in places:
            image.seek(offset)
            image.write(size * reference)


def flag_of_two(f):
    f["total_is_lower_bound"][0] = 2


def missing_dataset(f):
    del f["total_cost"]


def missing_group(f):
    del f["evidence"]


def missing_attribute(f):
    del f.attrs["seed"]


def attribute_type(f):
    f.attrs["seed"] = -1.0


def attribute_array(f):
    f.attrs["title"] = np.array(["a", "b"], dtype=h5py.string_dtype())


def other_filetype(f):
    f.attrs["filetype"] = "statepoint"


def no_filetype(f):
    del f.attrs["filetype"]


def newer_major(f):
    f.attrs["format_version"] = np.array([2, 0], dtype="<i4")


def version_type(f):
    f.attrs["format_version"] = np.array([1, 0, 0], dtype="<i4")


def not_complete(f):
    f.attrs["complete"] = np.uint8(0)


def accepted_minor(f):
    f.attrs["format_version"] = np.array([1, 7], dtype="<i4")
    f["a_later_figure"] = np.zeros((2, 3))
    f["evidence"].create_dataset("later", data=np.zeros(9), chunks=(3,))
    f["a_later_group/x"] = h5py.SoftLink("/nowhere")
    f.attrs["later"] = "x"


def accepted_unchanged(f):
    pass


CHANGES = [
    external_storage, virtual, filtered, chunked, soft_link, external_link, external_group,
    group_for_dataset, dataset_for_group, big_endian, single_precision, integer, fixed_text,
    ascii_text, other_rank, other_length, shape_bomb, shape_overflow, text_bomb,
    flag_of_two,
    missing_dataset, missing_group, missing_attribute, attribute_type, attribute_array,
    other_filetype, no_filetype, newer_major, version_type, not_complete, accepted_minor,
    accepted_unchanged,
]


def main():
    good, folder = sys.argv[1:]
    with open(good, "rb") as f:
        image = f.read()[: -len(MARK) - 32]
    for change in CHANGES:
        path = os.path.join(folder, change.__name__ + ".h5")
        with open(path, "wb") as f:
            f.write(image)
        f = h5py.File(path, "r+")
        change(f)
        f.close()
        with open(path, "rb") as f:
            changed = f.read()
        with open(path, "ab") as f:
            f.write(MARK + hashlib.sha256(changed).digest())


main()
