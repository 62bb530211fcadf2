/** The built command as in a container, without a container runtime: its own mounts and identity, and nothing else of this machine. */
import { spawnSync } from 'node:child_process'
import { ROOT } from '../../../scripts/workspace.mjs'
import { type Child, startChild } from './child.ts'
import { commandFile } from './programs.ts'
import { tempFolder } from './temp-folder.ts'

export interface ContainerOptions {
  uid: number
  gid: number
  /** Supplementary groups. */
  groups?: readonly number[]
  /** What the program sees besides the command: a folder of this machine, or a new file system in memory. */
  mounts: readonly Mount[]
  env: Record<string, string>
  args?: readonly string[]
  /** Whether the root file system can be written to, as usual without Kubernetes. */
  isWritable?: boolean
}

export type Mount = { at: string; isReadOnly?: boolean } & ({ folder: string } | { tmpfs: string })

/**
 * `$1` is the root, `$2` Node, `$3` the clone, `$4` `rw` or `ro`; then four arguments for each mount, `--`, and the command that
 * runs in it. The root has no /etc, and so no users.
 */
const SCRIPT = `
set -e
root=$1 node=$2 clone=$3 mode=$4
shift 4
mount -t tmpfs -o mode=0755 container "$root"
for name in bin lib lib64 sbin usr; do
  if [ -L "/$name" ]; then cp -P "/$name" "$root/$name"
  elif [ -d "/$name" ]; then mkdir "$root/$name"; mount --rbind "/$name" "$root/$name"
  fi
done
mkdir "$root/app" "$root/dev" "$root/proc" "$root/tmp"
touch "$root/node"
mount --bind "$node" "$root/node"
mount --bind "$clone" "$root/app"
mount -o remount,bind,ro "$root/app"
mount --rbind /dev "$root/dev"
mount --rbind /proc "$root/proc"
[ "$mode" = ro ] || chmod 1777 "$root/tmp"
while [ "$1" != -- ]; do
  mkdir -p "$root$1"
  if [ "$2" = tmpfs ]; then mount -t tmpfs -o "$3" volume "$root$1"; else mount --bind "$3" "$root$1"; fi
  [ "$4" = rw ] || mount -o "remount,bind,ro" "$root$1"
  shift 4
done
shift
[ "$mode" = rw ] || mount -o remount,ro "$root"
exec chroot "$root" "$@"
`

/** Why no container can be started; `undefined` if one can. */
export function missingContainers(): string | undefined {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return 'Run the tests as root on Linux.'
  const { status } = spawnSync('unshare', ['--mount', 'setpriv', '--no-new-privs', 'mount', '--version'])
  return status === 0 ? undefined : 'Run the tests where "unshare --mount" and "setpriv" of util-linux work.'
}

/** Starts the command with these mounts and this identity, without capabilities. Its clone is `/app`. */
export function startContainer({ uid, gid, groups = [], mounts, env, args = [], isWritable }: ContainerOptions): Child {
  const command = commandFile().replace(ROOT, '/app')
  const root = tempFolder('container')
  const child = startChild(
    'unshare',
    [
      ...['--mount', '--propagation', 'private', 'sh', '-c', SCRIPT, 'container'],
      ...[root.path, process.execPath, ROOT, isWritable ? 'rw' : 'ro'],
      ...mounts.flatMap((mount) => [
        mount.at,
        ...('folder' in mount ? ['folder', mount.folder] : ['tmpfs', mount.tmpfs]),
        mount.isReadOnly ? 'ro' : 'rw',
      ]),
      ...['--', 'setpriv', `--reuid=${uid}`, `--regid=${gid}`],
      ...(groups.length === 0 ? ['--clear-groups'] : [`--groups=${groups.join(',')}`]),
      ...['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'],
      ...['/node', '--min-semi-space-size=4', '--max-semi-space-size=4', command, ...args],
    ],
    { env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', ...env } },
  )
  void child.ended.then(root.remove)
  return child
}
