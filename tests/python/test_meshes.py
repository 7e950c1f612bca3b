# SPDX-License-Identifier: MIT
"""Meshes from arrays and back, without copies; what is wrong is told with its place."""
import json
import os
import pathlib
import pickle
import types

import numpy as np
import pytest

import graze

CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
SIDES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])


@pytest.mark.parametrize("number", [np.float32, np.float64, np.int32, np.int64, np.uint8])
@pytest.mark.parametrize("index", [np.int32, np.int64, np.uint32, np.uint64, np.uint8])
def test_every_type_of_number_gives_the_same_mesh(number, index):
    mesh = graze.Mesh(CORNERS.astype(number), SIDES.astype(index))
    assert np.array_equal(mesh.vertices, CORNERS)
    assert np.array_equal(mesh.triangles, SIDES)


def test_lists_fortran_order_strides_and_read_only_arrays_are_taken():
    wide = np.zeros((4, 6))
    wide[:, ::2] = CORNERS
    fixed = SIDES.copy()
    fixed.flags.writeable = False
    for vertices in (CORNERS.tolist(), np.asfortranarray(CORNERS), wide[:, ::2]):
        mesh = graze.Mesh(vertices, fixed)
        assert np.array_equal(mesh.vertices, CORNERS)


def test_arrays_are_shared_not_copied_and_outlive_the_mesh():
    mesh = graze.Mesh(CORNERS, SIDES)
    first, second = mesh.vertices, mesh.vertices
    assert np.shares_memory(first, second)
    del mesh
    assert np.array_equal(first, CORNERS)
    with pytest.raises(ValueError):
        first[0, 0] = 7.0


def test_an_object_with_vertices_and_faces_is_a_mesh():
    like_trimesh = types.SimpleNamespace(vertices=CORNERS, faces=SIDES)
    assert len(graze.Mesh(like_trimesh)) == 4


@pytest.mark.parametrize(
    "vertices, triangles, place",
    [
        (CORNERS[:, :2], SIDES, "vertices"),
        (CORNERS.ravel(), SIDES, "vertices"),
        (CORNERS, SIDES.astype(float), "triangles"),
        (CORNERS, -SIDES, "triangles[0]"),
        (np.array([["a", "b", "c"]]), SIDES, "vertices"),
        (CORNERS, SIDES + 1, "triangle"),
        (CORNERS * np.nan, SIDES, "vert"),
    ],
)
def test_wrong_arrays_are_refused_with_their_place(vertices, triangles, place):
    with pytest.raises(graze.InputError) as caught:
        graze.Mesh(vertices, triangles)
    assert place in caught.value.place
    assert caught.value.found and caught.value.expected
    assert isinstance(caught.value, ValueError)


def test_a_mesh_survives_pickling_and_files_bit_by_bit(tmp_path):
    mesh = graze.Mesh.named("blob", triangles=500)
    again = pickle.loads(pickle.dumps(mesh))
    mesh.save(str(tmp_path / "blob.obj"))
    read = graze.Mesh.load(str(tmp_path / "blob.obj"))
    for other in (again, read):
        assert np.array_equal(mesh.vertices, other.vertices)
        assert np.array_equal(mesh.triangles, other.triangles)


def test_a_missing_file_is_told_in_one_sentence():
    with pytest.raises(graze.InputError, match="no_such_file.stl"):
        graze.Mesh.load("no_such_file.stl")


STEP = pathlib.Path(os.environ.get("GRAZE_DATA", pathlib.Path(__file__).resolve().parents[3] / "shared/data"),
                    "step/so101/WaveShare_Mounting_Plate_SO101.step")


def test_a_cad_file_without_its_reader_is_refused_in_one_sentence(tmp_path, monkeypatch):
    part = tmp_path / "part.step"
    part.write_text("ISO-10303-21;")
    monkeypatch.setenv("GRAZE_CAD", str(tmp_path / "nobody"))
    with pytest.raises(graze.InputError) as caught:
        graze.Shape.load(part)
    assert "\n" not in str(caught.value) and caught.value.expected


@pytest.mark.skipif("GRAZE_CAD" not in os.environ, reason="graze-cad is not built: OpenCASCADE was not found")
@pytest.mark.skipif(not STEP.exists(), reason="the public data is not here")
def test_a_part_of_a_cad_file_is_a_shape(monkeypatch):
    monkeypatch.delenv("LD_PRELOAD", raising=False)  # a sanitizer's library for Python; the reader has its own
    shape = graze.Shape.load(STEP, deviation=0.05, units="mm")
    assert 0 < shape.rounding <= 0.05 * 1.002 and len(shape.mesh) > 12
    scene = graze.Scene.from_json(json.dumps({"units": "mm", "bodies": [
        {"name": "plate", "shape": {"type": "step", "path": str(STEP), "deviation": 0.05}}]}))
    scene.add("ball", graze.Shape.sphere(1.0), graze.Motion.between([0, 0, 500], [0, 0, 490]))
    direct = graze.Scene(units="mm")
    direct.add("plate", shape)
    direct.add("ball", graze.Shape.sphere(1.0), graze.Motion.between([0, 0, 500], [0, 0, 490]))
    assert graze.clearance(scene)[0].distance == graze.clearance(direct)[0].distance
    metres = graze.Shape.load(STEP)
    assert np.allclose(metres.mesh.bounds[1] * 1000, shape.mesh.bounds[1], atol=0.5)
