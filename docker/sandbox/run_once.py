"""The only process of a tool container: waits for one script, runs it once, reports, ends.

The server creates and starts containers beforehand; this interpreter waits on standard input. A call writes
`TOOLYARD2 <nonce> <length>` and a JSON body to it. The script runs in a child, so that nothing it does (os._exit,
a signal, running out of memory) keeps the parent from reporting how it ended. The child is forked and rehearsed
before the call: it only has to read the body, which saves most of a short call, and it never had the nonce in its
memory. The report goes to both streams behind that nonce: the server then knows that each stream is complete without
asking the engine. As process 1 the parent takes everything the script left running with it when it ends.
"""

import atexit
import gc
import io
import json
import keyword
import linecache
import os
import select
import signal
import sys
import threading
import time
import traceback
import types
import unicodedata

MAGIC = b'TOOLYARD2 '
MOST_BYTES = 64 * 1024 * 1024
SCRATCH = '/work'
READY = b'toolyard ready 1\n'
STARTED = b'toolyard started\n'


def main():
    if os.getpid() != 1:
        sys.exit('only for containers: at the end everything it may kill is killed')
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    wake, wakes = wake_on_child_end()
    child, feed = start_child(wake, wakes)
    write_all(1, READY)
    nonce, length, body = read_head()
    if reap(os.WNOHANG)[0] == child:
        # Died while it waited: without this line the server lets another container run the script.
        os._exit(1)
    write_all(1, STARTED)
    started = time.monotonic()
    pass_on(feed, body, length)
    report = await_end(child, wake)
    report['elapsedMs'] = round((time.monotonic() - started) * 1000, 3)
    end_leftovers()
    report.update(memory())
    trailer = b'\0toolyard %s %s\n' % (nonce, json.dumps(report).encode())
    for descriptor in (1, 2):
        write_all(descriptor, trailer)
    os._exit(0)


# ---- the parent ----


def start_child(wake, wakes):
    """Returns when the child has rehearsed and waits for its script."""
    source, feed = os.pipe()
    waiting, rehearsed = os.pipe()
    # What exists by now is never collected, so neither side copies the pages it lies on.
    gc.collect()
    gc.freeze()
    child = os.fork()
    if child == 0:
        close(wake, wakes, feed, waiting)
        leave_parent()
        rehearse()
        close(rehearsed)
        wind_down(run(**read_call(source)))
    close(source, rehearsed)
    os.read(waiting, 1)
    close(waiting)
    return child, feed


def read_head():
    """Bytes before the magic word are not ours: an HTTP body may slip through when the engine takes over the line."""
    received = b''
    while MAGIC not in received or b'\n' not in received[received.index(MAGIC) :]:
        received += read_some()
    head, _, body = received[received.index(MAGIC) + len(MAGIC) :].partition(b'\n')
    nonce, length = head.split(b' ')
    if int(length) > MOST_BYTES:
        os._exit(1)
    return nonce, int(length), body


def pass_on(feed, body, length):
    """Piece by piece: a large script is not held twice. A child that is gone already is reported by its end."""
    try:
        write_all(feed, body[:length])
        missing = length - len(body)
        while missing > 0:
            data = read_some()
            write_all(feed, data[:missing])
            missing -= len(data)
    except BrokenPipeError:
        pass
    close(feed)


def read_some():
    """Without a server at the other end there is nothing to do here any more."""
    data = os.read(0, 1 << 20)
    if not data:
        os._exit(0)
    return data


def wake_on_child_end():
    wake, wakes = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    return wake, wakes


def await_end(child, wake):
    """The end of standard input means that the server gave up or died: everything here dies with it."""
    while True:
        pid, status = reap(os.WNOHANG)
        while pid and pid != child:
            pid, status = reap(os.WNOHANG)
        if pid == child:
            code = os.waitstatus_to_exitcode(status)
            return {'exit': code, 'signal': None} if code >= 0 else {'exit': None, 'signal': -code}
        readable, _, _ = select.select([0, wake], [], [])
        if 0 in readable:
            read_some()
        if wake in readable:
            os.read(wake, 4096)


def reap(options):
    try:
        return os.waitpid(-1, options)
    except ChildProcessError:
        return 0, 0


def end_leftovers():
    """Kills and reaps whatever the script left running, so that nothing is written after the report."""
    while True:
        try:
            os.kill(-1, signal.SIGKILL)
        except ProcessLookupError:
            return
        while reap(0)[0]:
            pass


def memory():
    """Both generations of control groups; numbers that cannot be read are left out."""
    kills = counter('/sys/fs/cgroup/memory.events') or counter('/sys/fs/cgroup/memory/memory.oom_control')
    peak = number('/sys/fs/cgroup/memory.peak') or number('/sys/fs/cgroup/memory/memory.max_usage_in_bytes')
    return {'oomKills': kills, 'memoryPeakBytes': peak}


def counter(path):
    try:
        with open(path) as lines:
            return sum(int(line.split()[1]) for line in lines if line.startswith('oom_kill '))
    except (OSError, ValueError, IndexError):
        return 0


def number(path):
    try:
        with open(path) as text:
            return int(text.read())
    except (OSError, ValueError):
        return None


def write_all(descriptor, data):
    while data:
        data = data[os.write(descriptor, data) :]


# ---- the child ----


def read_call(source):
    """Standard input of the parent, not of the script: it ends where the parent closed it."""
    parts = []
    while data := os.read(source, 1 << 20):
        parts.append(data)
    close(source)
    header = json.loads(b''.join(parts))
    return {'script': header['script'], 'file_name': header['fileName'], 'parameters_json': header['parametersJson']}


def rehearse():
    """Walks the way of a call once with nothing in it, so that the real one finds every page and cache warm."""
    names = {'__name__': '__main__'}
    bind('{"rehearsal": 1}', names)
    exec(compile('print(end="")\n', 'rehearsal', 'exec', dont_inherit=True), names)
    flush_forgotten()
    gc.collect()
    gc.freeze()


def run(script, file_name, parameters_json):
    """Behaves like `python3 execution.py` and returns its exit code."""
    module = types.ModuleType('__main__')
    module.__file__ = file_name
    sys.modules['__main__'] = module
    sys.argv = [file_name]
    sys.path.insert(0, SCRATCH)
    source = script.removeprefix('\ufeff')
    linecache.cache[file_name] = (len(source), None, source.splitlines(keepends=True), file_name)
    bind(parameters_json, module.__dict__)
    try:
        exec(compile(source, file_name, 'exec', dont_inherit=True), module.__dict__)
    except SystemExit as wish:
        return exit_code(wish.code)
    except BaseException as problem:
        show(problem, file_name)
        return 1
    return 0


def exit_code(wish):
    if wish is None:
        return 0
    if isinstance(wish, int):
        return wish & 0xFF
    sys.stdout.flush()
    print(wish, file=sys.stderr)
    return 1


def wind_down(code):
    """What the interpreter does at its end and a script can notice; the rest would take longer than most scripts."""
    try:
        threading._shutdown()
        atexit._run_exitfuncs()
        sys.modules.pop('__main__', None)
        flush_forgotten()
        gc.collect()
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException as problem:
        code = 120
        traceback.print_exception(problem)
    finally:
        os._exit(code)


def flush_forgotten():
    """Files the script did not close; collected together with their buffer they would lose what they hold."""
    for thing in gc.get_objects():
        if issubclass(type(thing), io.TextIOWrapper):
            try:
                thing.flush()
            except (OSError, ValueError):
                pass


def leave_parent():
    os.setsid()
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    try:
        # When memory runs out the script has to die, not the parent that reports it.
        with open('/proc/self/oom_score_adj', 'w') as score:
            score.write('1000')
    except OSError:
        pass
    os.chdir(SCRATCH)


def bind(parameters_json, names):
    """PARAMS, and a variable for each parameter whose name can be one and hides nothing of Python."""
    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    parameters = json.loads(parameters_json)
    sys.set_int_max_str_digits(digits)
    names['PARAMS'] = parameters
    for name, value in parameters.items():
        name = name if name.isascii() else unicodedata.normalize('NFKC', name)
        if can_bind(name):
            names.setdefault(name, value)


def can_bind(name):
    is_name = name.isidentifier() and not keyword.iskeyword(name)
    is_dunder = name.startswith('__') and name.endswith('__')
    return is_name and not is_dunder and not hasattr(sys.modules['builtins'], name)


def show(problem, file_name):
    """A traceback without the lines of this file."""
    sys.stdout.flush()
    frame = problem.__traceback__
    while frame and frame.tb_frame.f_code.co_filename != file_name:
        frame = frame.tb_next
    problem.__traceback__ = frame
    if sys.excepthook is sys.__excepthook__:
        traceback.print_exception(type(problem), problem, frame)
    else:
        sys.excepthook(type(problem), problem, frame)


def close(*descriptors):
    for descriptor in descriptors:
        os.close(descriptor)


main()
