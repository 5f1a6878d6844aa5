/**
 * Ours, the same for every check. `compile` reads a program and never runs it (S-26); what is checked comes in as the
 * parameter `source`, as text.
 */
export const SYNTAX_SCRIPT = `import json
import warnings

found = []


def add(kind, message, line, column=None, end_line=None, end_column=None):
    found.append([kind, str(message)[:300], line, column, end_line, end_column])


source = PARAMS['source']
with warnings.catch_warnings(record=True) as notes:
    warnings.simplefilter('always')
    try:
        compile(source, 'execution.py', 'exec', dont_inherit=True)
    except SyntaxError as fault:
        add('error', fault.msg, fault.lineno, fault.offset, fault.end_lineno, fault.end_offset)
    except UnicodeEncodeError as fault:
        line = source.count('\\n', 0, fault.start) + 1
        add('error', 'half of a surrogate pair', line)
    except (ValueError, OverflowError) as fault:
        line = source.count('\\n', 0, max(source.find('\\0'), 0)) + 1
        add('error', fault, line)
    except (RecursionError, MemoryError):
        add('error', 'nested too deeply', 1)
for note in notes[:20]:
    add('warning', note.message, note.lineno)
print(json.dumps(found))
`;
