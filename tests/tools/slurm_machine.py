"""A Slurm of one machine, for tests: its own daemons, ports and files, on the loopback interface alone.

    with SlurmMachine() as slurm:
        slurm.run("sbatch", "--wait", "job.sh")

Needs root, as slurmd does, and the packages slurm-wlm and munge. Everything lies in one temporary folder
(with a short path: sockets have no room for a long one). The daemons are children of the test: ended and
waited for whatever happens between, and told to end by the system if the test itself is killed.
"""

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

# As on most clusters no array has more than 1,000 elements.
CONFIGURATION = """\
ClusterName=trialcost
SlurmctldHost=localhost(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/munge.sock
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0,sched_min_interval=0
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
ReturnToService=2
JobRequeue=0
KillWait=5
MaxArraySize=1001
NodeName=localhost NodeHostname={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory=1000 State=UNKNOWN
PartitionName=debug Nodes=ALL Default=YES MaxTime=10:00 State=UP OverSubscribe=NO
"""
DAEMONS = ("munged", "slurmctld", "slurmd")
TOLD_WHEN_THE_PARENT_DIES = 1  # PR_SET_PDEATHSIG of prctl(2)


def can_run():
    """Empty, or why not."""
    missing = [each for each in (*DAEMONS, "sbatch") if shutil.which(each, path=_path()) is None]
    if missing:
        return f"not installed: {', '.join(missing)} (packages slurm-wlm and munge)"
    return "" if os.geteuid() == 0 else "slurmd needs root"


class SlurmMachine:
    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="slurm-", dir="/var/tmp"))
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith(("SLURM_", "SBATCH_"))}
        self.environment |= {"SLURM_CONF": str(self.folder / "slurm.conf"), "PATH": _path()}
        self.daemons = []

    def __enter__(self):
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        try:
            subprocess.run(["scancel", "--user=root"], env=self.environment, capture_output=True, timeout=20)
            self._until(lambda: not self._text("squeue", "--noheader"), 10)
        except (OSError, subprocess.SubprocessError):
            pass  # a controller that does not answer has no jobs to end
        for daemon in reversed(self.daemons):
            _end(daemon)
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *command, code=0, **options):
        """What it printed."""
        done = subprocess.run([*map(str, command)], env=self.environment, text=True, timeout=120,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
        if done.returncode != code:
            raise RuntimeError(f"{command}: exit code {done.returncode}, not {code}\n{done.stdout}{self._logs()}")
        return done.stdout

    def job(self, number):
        """What Slurm knows of a job or an element of an array ("7_2"), by name."""
        text = self.run("scontrol", "--oneliner", "show", "job", number)
        return dict(word.split("=", 1) for word in text.split() if "=" in word)

    def wait_for(self, number, seconds=60):
        """The code with which a job ended, and the signal; of an array nothing that can be used."""
        if not self._until(lambda: not self._text("squeue", "--noheader", f"--jobs={number}"), seconds):
            raise RuntimeError(f"job {number} has not ended after {seconds} s\n{self._text('squeue')}{self._logs()}")
        return tuple(map(int, self.job(number)["ExitCode"].split(":")))

    def _start(self):
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        self.folder.chmod(0o755)
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        controller_port, node_port = _free_ports(2)
        (self.folder / "slurm.conf").write_text(
            CONFIGURATION.format(folder=self.folder, controller_port=controller_port, node_port=node_port,
                                 host=socket.gethostname().split(".")[0], cpus=os.cpu_count()))
        self._begin("munged", "--foreground", f"--key-file={key}", f"--socket={self.folder}/munge.sock",
                    f"--pid-file={self.folder}/munged.pid", f"--seed-file={self.folder}/munged.seed", "--num-threads=2")
        self._until((self.folder / "munge.sock").exists, 10)
        self._begin("slurmctld", "-D")
        self._begin("slurmd", "-D", "-N", "localhost")
        if not self._until(lambda: self._text("sinfo", "--noheader", "--format=%T").strip() == "idle", 30):
            raise RuntimeError(f"Slurm does not start\n{self._text('sinfo')}{self._logs()}")

    def _begin(self, *command):
        libc = ctypes.CDLL(None)
        with open(self.folder / f"{command[0]}.out.log", "wb") as log:
            self.daemons.append(subprocess.Popen(command, env=self.environment, cwd="/", stdin=subprocess.DEVNULL,
                                                 stdout=log, stderr=log, start_new_session=True,
                                                 preexec_fn=lambda: libc.prctl(TOLD_WHEN_THE_PARENT_DIES, signal.SIGTERM)))

    def _text(self, *command):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=20).stdout

    def _until(self, is_so, seconds):
        end = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > end:
                return False
            time.sleep(0.1)
        return True

    def _logs(self):
        return "".join(f"--- {log.name}\n{log.read_text(errors='replace')[-2000:]}" for log in sorted(self.folder.glob("*.log")))


def _path():
    return os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])


def _free_ports(count):
    """Free now; held open together, so that they differ."""
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def _end(daemon):
    daemon.terminate()
    try:
        daemon.wait(timeout=15)
    except subprocess.TimeoutExpired:
        daemon.kill()
        daemon.wait()
