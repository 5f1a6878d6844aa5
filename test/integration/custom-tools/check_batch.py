"""Reads cases as JSON lines and answers one line per case: null, or what is wrong with it."""
import ast
import json
import sys
import warnings

warnings.simplefilter('ignore')
sys.setrecursionlimit(5000)
PATTERNS = tuple(getattr(ast, name) for name in ('MatchValue', 'MatchSingleton'))
SEQUENCES = tuple(getattr(ast, name) for name in ('MatchSequence',))
DATA = 'DATA'


def skeleton(node):
    """The tree without its constants; a list or dict of constants is a constant, and so is a signed number."""
    if isinstance(node, ast.Constant) or isinstance(node, PATTERNS) and constant_pattern(node):
        return DATA
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        inner = skeleton(node.operand)
        return DATA if inner == DATA else [type(node).__name__, type(node.op).__name__, inner]
    if isinstance(node, (ast.List, *SEQUENCES)):
        items = [skeleton(item) for item in (node.elts if isinstance(node, ast.List) else node.patterns)]
        is_data = all(item == DATA for item in items)
        if is_data and not isinstance(getattr(node, 'ctx', None), (ast.Store, ast.Del)):
            return DATA
        return [type(node).__name__, type(getattr(node, 'ctx', None)).__name__, items]
    if isinstance(node, ast.Dict):
        items = [skeleton(item) for item in [*node.keys, *node.values] if item is not None]
        if all(item == DATA for item in items) and None not in node.keys:
            return DATA
    if isinstance(node, ast.MatchMapping) and node.rest is None:
        items = [skeleton(item) for item in [*node.keys, *node.patterns]]
        if all(item == DATA for item in items):
            return DATA
    if isinstance(node, ast.JoinedStr):
        return ['JoinedStr', [skeleton(part) for part in node.values if not isinstance(part, ast.Constant)]]
    if isinstance(node, ast.AST):
        fields = [(name, skeleton(value)) for name, value in ast.iter_fields(node) if name != 'kind']
        return [type(node).__name__, *fields]
    if isinstance(node, list):
        return [skeleton(item) for item in node]
    return node


def constant_pattern(node):
    return isinstance(node, ast.MatchSingleton) or skeleton(node.value) == DATA


def tree(source):
    try:
        source.encode('utf-8')
        return skeleton(ast.parse(source, 'execution.py'))
    except (SyntaxError, ValueError) as problem:
        return ['refused', type(problem).__name__]


def text_of(value, raw):
    if value is None:
        return ''
    if isinstance(value, (str, bool)):
        return str(value)
    return raw if isinstance(value, (int, float)) else None


def same(left, right):
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    return type(left) is type(right) and left == right


def problem_of(case):
    hostile, harmless = tree(case['script']), tree(case['harmless'])
    if hostile != harmless:
        return f'tree {hostile} is not {harmless}'
    if not case.get('read'):
        return None
    names = {}
    value = json.loads(case['value'])
    try:
        exec(compile(case['script'], 'execution.py', 'exec'), names)
        found = eval(case['read'], {**names, 'A': value, 'T': text_of(value, case['value']), 'same': same})
    except Exception as problem:
        return f'{type(problem).__name__}: {problem}'
    return None if found else f'read back {names.get("v")!r}, expected {value!r}'


print(sys.version.split()[0])
for line in sys.stdin:
    print(json.dumps(problem_of(json.loads(line))))
