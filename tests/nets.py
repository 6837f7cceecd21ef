"""Small ONNX files, made as a test needs them."""

from __future__ import annotations

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save

from tabuleiro.ai.policy import about
from tabuleiro.core.registry import find
from tabuleiro.play import planes


def model_of(spec, policy=None, value=None, *, facts=None, kind=TensorProto.FLOAT, batch="n", more=()):
    """A net that says *policy*, a row of numbers, of everything; and *value*: a number, or a weight for every plane and cell."""
    game = find(spec)
    size = (len(planes.names(game)), len(game.board))
    cells = size[0] * size[1]
    nodes = [
        helper.make_node("Cast", ["planes"], ["numbers"], to=TensorProto.FLOAT),
        helper.make_node("Reshape", ["numbers", "flat"], ["row"]),
    ]
    given, outputs = {"flat": np.array([-1, cells])}, []
    if policy is not None:
        row = np.asarray(policy, np.float32)
        given |= {"none": np.zeros((cells, len(row)), np.float32), "logits": row}
        nodes.append(helper.make_node("Gemm", ["row", "none", "logits"], ["policy"]))
        outputs.append(helper.make_tensor_value_info("policy", TensorProto.FLOAT, [batch, "codes"]))
    if value is not None:
        weights = np.broadcast_to(np.float32(0), (cells, 1)) if np.ndim(value) == 0 else np.reshape(value, (cells, 1))
        given |= {
            "weights": weights.astype(np.float32),
            "bias": np.full(1, value if np.ndim(value) == 0 else 0, np.float32),
        }
        nodes.append(helper.make_node("Gemm", ["row", "weights", "bias"], ["value"]))
        outputs.append(helper.make_tensor_value_info("value", TensorProto.FLOAT, [batch, 1]))
    sight = helper.make_tensor_value_info("planes", kind, [batch, *size])
    weights = [numpy_helper.from_array(np.array(array), name) for name, array in given.items()]
    graph = helper.make_graph([*nodes, *more], "net", [sight], outputs, weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    helper.set_model_props(model, about(game) if facts is None else facts)
    return model


def written(path, *words, **more):
    """The spelling of the agent whose net is in *path* now."""
    save(model_of(*words, **more), str(path))
    return f"policy:{path}"
