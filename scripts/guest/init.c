// SPDX-License-Identifier: GPL-2.0-only
/*
 * init - PID 1 of a measured kernel
 *
 *	kernel command line: ... -- /dev/hvc0 syscall-latency --samples 1000 ...
 *
 * The kernel hands what stands behind "--" to init: the channel's device, a
 * program of /bin and its arguments. The program's standard output is the
 * channel, its standard error the console. When it has ended, its exit status
 * is the channel's last line, and the machine goes down.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static void leave(void)
{
	/*
	 * A restart ends QEMU under -no-reboot and needs neither ACPI nor a
	 * power management driver. The others are for kernels that refuse it.
	 */
	fflush(NULL);
	sync();
	reboot(RB_AUTOBOOT);
	reboot(RB_POWER_OFF);
	reboot(RB_HALT_SYSTEM);
	for (;;)
		pause();
}

static void give_up(const char *what, const char *object)
{
	fprintf(stderr, "patchbench init: %s %s: %s\n", what, object,
		strerror(errno));
	leave();
}

static void mount_or_say(const char *type, const char *where)
{
	mkdir(where, 0755);
	if (mount(type, where, type, 0, NULL) && errno != EBUSY)
		fprintf(stderr, "patchbench init: mounting %s: %s\n", where,
			strerror(errno));
}

/* The channel carries bytes: no echo, no newline turned into two bytes. */
static int open_channel(const char *device)
{
	struct termios tio;
	int fd = open(device, O_RDWR | O_NOCTTY | O_CLOEXEC);

	if (fd < 0)
		give_up("cannot open the channel", device);
	if (!tcgetattr(fd, &tio)) {
		cfmakeraw(&tio);
		cfsetspeed(&tio, B115200);
		tcsetattr(fd, TCSANOW, &tio);
	}
	return fd;
}

static int run(int channel, char **argv)
{
	char *path;
	pid_t pid, ended;
	int status;

	if (strchr(argv[0], '/') || asprintf(&path, "/bin/%s", argv[0]) < 0)
		return 127;
	pid = fork();
	if (pid < 0)
		return 127;
	if (!pid) {
		dup2(channel, 1);
		execv(path, argv);
		fprintf(stderr, "patchbench init: %s: %s\n", path,
			strerror(errno));
		_exit(127);
	}
	do {
		ended = wait(&status);
	} while (ended != pid && (ended > 0 || errno == EINTR));
	free(path);
	if (ended != pid)
		return 127;
	if (WIFSIGNALED(status)) {
		fprintf(stderr, "patchbench init: %s: killed by signal %d\n",
			argv[0], WTERMSIG(status));
		return 128 + WTERMSIG(status);
	}
	return WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
	int channel, status;

	mount_or_say("devtmpfs", "/dev");
	mount_or_say("proc", "/proc");
	mount_or_say("sysfs", "/sys");
	mount_or_say("debugfs", "/sys/kernel/debug");
	/* x86 hands us "nokaslr" too, as its main kernel does not know it. */
	while (argc > 1 && argv[1][0] != '/') {
		argc--;
		argv++;
	}
	if (argc < 3) {
		errno = EINVAL;
		give_up("no channel and program behind", "--");
	}
	channel = open_channel(argv[1]);
	status = run(channel, argv + 2);
	dprintf(channel, "exit %d\n", status);
	tcdrain(channel);
	close(channel);
	leave();
}
