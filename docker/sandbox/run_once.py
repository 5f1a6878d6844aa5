"""The first process of a tool container: waits for a script, runs it, reports, and ends or tidies up for the next.

The server creates and starts containers beforehand; this interpreter waits on standard input. A call writes
`TOOLYARD2 <nonce> <length>[ keep]` and a JSON body to it. The script runs in a child, so that nothing it does
(os._exit, a signal, running out of memory) keeps the parent from reporting how it ended. The child is forked and
rehearsed before the call: it only has to read the body, which saves most of a short call, and it never had the nonce in
its memory. The body goes from pipe to pipe, so that no later child finds it in the memory it inherits. The report goes
to both streams behind that nonce: the server then knows that each stream is complete without asking the engine.

As process 1 the parent takes everything the script left running with it. With `keep` it stays, for the same person's
next call of the same tool: it kills what is left, empties every place that can be written to, makes a new child and
says that it is ready. Whatever it cannot put back as it was, it answers by ending.
"""

import atexit
import ctypes
import fcntl
import gc
import importlib.util
import io
import json
import keyword
import linecache
import os
import resource
import select
import signal
import stat
import sys
import threading
import time
import traceback
import types
import unicodedata

MAGIC = b'TOOLYARD2 '
MOST_BYTES = 64 * 1024 * 1024
SCRATCH = '/work'
WRITABLE = [place for place in ('/tmp', SCRATCH, '/dev/shm', '/dev/mqueue') if os.path.isdir(place)]
MOST_LEFTOVERS = 2_000
READY = b'toolyard ready 1\n'
STARTED = b'toolyard started\n'
WAY_OUT = '/run/egress/proxy.sock'
FORWARDER = '/opt/toolyard/forwarder.py'
FORWARDER_PORT = 3128
MEMORY_PEAKS = ('/sys/fs/cgroup/memory.peak', '/sys/fs/cgroup/memory/memory.max_usage_in_bytes')
MEMORY_KILLS = ('/sys/fs/cgroup/memory.events', '/sys/fs/cgroup/memory/memory.oom_control')
PR_SET_DUMPABLE = 4

libc = ctypes.CDLL(None, use_errno=True)
IPC_TABLES = [
    ('/proc/sysvipc/shm', libc.shmctl),
    ('/proc/sysvipc/msg', libc.msgctl),
    ('/proc/sysvipc/sem', libc.semctl),
]


def main():
    if os.getpid() != 1:
        sys.exit('only for containers: at the end everything it may kill is killed')
    # A script runs as the same user: without this it could read and write the memory and the input of this process.
    libc.prctl(PR_SET_DUMPABLE, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    wake = wake_on_child_end()
    way_out = load_way_out()
    before = alterable()
    calls = 0
    while serve(wake, way_out, is_first=calls == 0) and alterable() == before and wipe():
        calls += 1
    os._exit(0)


# ---- the parent ----


def serve(wake, way_out, is_first):
    """One call; whether another may follow."""
    if way_out:
        open_way_out(way_out, wake)
    child, feed = start_child(wake)
    write_all(1, READY)
    nonce, length, keep = read_head()
    if has_ended(child):
        # Died while it waited: without this line the server lets another container run the script.
        os._exit(1)
    write_all(1, STARTED)
    started = time.monotonic()
    was_taken = pass_on(feed, length)
    report, usage = await_end(child, wake[0])
    report['elapsedMs'] = round((time.monotonic() - started) * 1000, 3)
    end_leftovers()
    report.update(memory(None if is_first else usage))
    trailer = b'\0toolyard %s %s\n' % (nonce, json.dumps(report).encode())
    for descriptor in (1, 2):
        # The script had the same pipe and may have changed how it behaves.
        os.set_blocking(descriptor, True)
        write_all(descriptor, trailer)
    return keep and was_taken and report['oomKills'] == 0


def start_child(wake):
    """Returns when the child has rehearsed and waits for its script."""
    source, feed = os.pipe()
    waiting, rehearsed = os.pipe()
    # What exists by now is never collected, so neither side copies the pages it lies on.
    gc.collect()
    gc.freeze()
    child = os.fork()
    if child == 0:
        close(*wake, feed, waiting)
        leave_parent()
        rehearse()
        close(rehearsed)
        wind_down(run(**read_call(source)))
    close(source, rehearsed)
    os.read(waiting, 1)
    close(waiting)
    return child, feed


def load_way_out():
    """Only containers that may reach something have one."""
    if not os.path.exists(WAY_OUT):
        return None
    spec = importlib.util.spec_from_file_location('forwarder', FORWARDER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def open_way_out(forwarder, wake):
    """Returns when it listens. It is killed with everything else at the end of a call."""
    waiting, listening = os.pipe()
    if os.fork() == 0:
        close(*wake, waiting)
        leave_parent()
        os.dup2(0, 1)
        os.dup2(0, 2)
        try:
            forwarder.serve(WAY_OUT, FORWARDER_PORT, lambda: close(listening))
        finally:
            os._exit(1)
    close(listening)
    os.read(waiting, 1)
    close(waiting)


def read_head():
    """
    Byte by byte, so that nothing of the body is read. Bytes before the magic word are not ours: an HTTP body may slip
    through when the engine takes over the line.
    """
    received = b''
    while MAGIC not in received or not received.endswith(b'\n'):
        received += read_some(1)
    nonce, length, *wishes = received[received.index(MAGIC) + len(MAGIC) :].split()
    if int(length) > MOST_BYTES:
        os._exit(1)
    return nonce, int(length), b'keep' in wishes


def pass_on(feed, length):
    """A child that is gone already is reported by its end; the rest of its body is nobody's."""
    try:
        while length > 0:
            moved = os.splice(0, feed, length)
            if moved == 0:
                os._exit(0)
            length -= moved
    except BrokenPipeError:
        return False
    finally:
        close(feed)
    return True


def read_some(most=1 << 16):
    """Without a server at the other end there is nothing to do here any more."""
    data = os.read(0, most)
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
        ended = has_ended(child)
        if ended:
            code = os.waitstatus_to_exitcode(ended[1])
            exit_and_signal = (code, None) if code >= 0 else (None, -code)
            return dict(zip(('exit', 'signal'), exit_and_signal)), ended[2]
        readable, _, _ = select.select([0, wake], [], [])
        if 0 in readable:
            read_some()
        if wake in readable:
            os.read(wake, 4096)


def has_ended(child):
    """Buries whoever has ended on the way."""
    while True:
        ended = reap(os.WNOHANG)
        if ended[0] in (0, child):
            return ended if ended[0] else None


def reap(options):
    try:
        return os.wait4(-1, options)
    except ChildProcessError:
        return 0, 0, None


def end_leftovers():
    """Kills and reaps whatever the script left running, so that nothing is written after the report."""
    while True:
        try:
            os.kill(-1, signal.SIGKILL)
        except ProcessLookupError:
            return
        while reap(0)[0]:
            pass


def alterable():
    """What a process of the same user could change about this one and its children to come."""
    limits = tuple(resource.getrlimit(kind) for kind in range(16))
    rank = os.getpriority(os.PRIO_PROCESS, 0), os.sched_getscheduler(0), os.sched_getaffinity(0)
    pipes = tuple((fcntl.fcntl(it, fcntl.F_GETFL), fcntl.fcntl(it, fcntl.F_GETPIPE_SZ)) for it in (1, 2))
    places = [(os.stat(place).st_mode, attributes(place)) for place in WRITABLE]
    return limits, rank, pipes, places


def attributes(place):
    """Access lists among them."""
    try:
        return os.listxattr(place)
    except OSError:
        return None


def wipe():
    """Empties every place that outlives a process; false when that is not quick and certain."""
    try:
        left = MOST_LEFTOVERS
        for place in WRITABLE:
            left = empty(place, left)
        for table, remove in IPC_TABLES:
            # One reading shows as much as fits a page.
            while rows := read_first([table]).splitlines()[1:]:
                left -= len(rows)
                if left <= 0:
                    return False
                for row in rows:
                    remove(int(row.split()[1]), 0, 0)
        return left == MOST_LEFTOVERS or not any(os.listdir(place) for place in WRITABLE)
    except (OSError, OverflowError, RecursionError):
        return False


def empty(folder, left):
    for name in os.listdir(folder):
        if left <= 0:
            raise OverflowError
        left -= 1
        path = os.path.join(folder, name)
        if stat.S_ISDIR(os.lstat(path).st_mode):
            os.chmod(path, 0o700)
            left = empty(path, left)
            os.rmdir(path)
        else:
            os.unlink(path)
    return left


def memory(usage):
    """Numbers that cannot be read are left out. The peak of the control group is the container's."""
    peak = usage.ru_maxrss * 1024 if usage else number(read_first(MEMORY_PEAKS))
    lines = read_first(MEMORY_KILLS).splitlines()
    kills = [line.split()[1] for line in lines if line.startswith(b'oom_kill ')]
    return {'oomKills': sum(number(it) or 0 for it in kills), 'memoryPeakBytes': peak}


def read_first(paths):
    """Of those that exist: both generations of control groups."""
    for path in paths:
        try:
            file = os.open(path, os.O_RDONLY)
        except OSError:
            continue
        try:
            return os.read(file, 1 << 16)
        finally:
            os.close(file)
    return b''


def number(text):
    try:
        return int(text)
    except ValueError:
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
    return {
        'script': header['script'],
        'file_name': header['fileName'],
        'parameters_json': header['parametersJson'],
        'secrets': header.get('secrets', {}),
    }


def rehearse():
    """Walks the way of a call once with nothing in it, so that the real one finds every page and cache warm."""
    names = {'__name__': '__main__'}
    bind('{"rehearsal": 1}', {}, names)
    exec(compile('print(end="")\n', 'rehearsal', 'exec', dont_inherit=True), names)
    flush_forgotten()
    gc.collect()
    gc.freeze()


def run(script, file_name, parameters_json, secrets):
    """Behaves like `python3 execution.py` and returns its exit code."""
    module = types.ModuleType('__main__')
    module.__file__ = file_name
    sys.modules['__main__'] = module
    sys.argv = [file_name]
    sys.path.insert(0, SCRATCH)
    source = script.removeprefix('\ufeff')
    linecache.cache[file_name] = (len(source), None, source.splitlines(keepends=True), file_name)
    bind(parameters_json, secrets, module.__dict__)
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
    libc.prctl(PR_SET_DUMPABLE, 1)
    os.setsid()
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    try:
        # When memory runs out the script has to die, not the parent that reports it.
        score = os.open('/proc/self/oom_score_adj', os.O_WRONLY)
        os.write(score, b'1000')
        os.close(score)
    except OSError:
        pass
    os.chdir(SCRATCH)


def bind(parameters_json, secrets, names):
    """PARAMS, SECRETS, and a variable for each parameter whose name can be one and hides nothing of Python."""
    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    parameters = json.loads(parameters_json)
    sys.set_int_max_str_digits(digits)
    names['PARAMS'] = parameters
    names['SECRETS'] = secrets
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
