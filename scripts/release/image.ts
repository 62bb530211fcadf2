/**
 * Follows the Dockerfile without a container runtime: each stage is a machine of Debian's smallest system with Node, as the base
 * image is, and what the last stage says is how its command is run.
 */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '../workspace.mjs'

/** What the machines are made of. */
export interface ImageParts {
  /** Debian's smallest system. */
  system: string
  /** The program. */
  node: string
  /** The package. */
  npm: string
  /** The sources, without what git ignores. */
  source: string
  /** Data folders of earlier releases, as archives. */
  earlier: readonly string[]
}

/** How a container is run. */
interface Identity {
  what: string
  uid: number
  gid: number
  /** How a shell prepares the folder that is mounted at the volume, whose owner and mode it has otherwise. */
  prepare?: (folder: string) => string
}

/** The volume of a release before this one. */
function upgraded(archive: string): Identity {
  return {
    what: `with ${basename(archive, '.tar.gz')}`,
    uid: 1000,
    gid: 1000,
    prepare: (folder) => `tar -xzf '${archive}' -C ${folder}\nchown -R 1000:1000 ${folder}\nchmod 0700 ${folder}`,
  }
}

const IDENTITIES: readonly Identity[] = [
  { what: 'as its own user, with its volume', uid: 1000, gid: 1000 },
  { what: 'as any user, with its volume', uid: 1_000_640_000, gid: 0 },
  {
    what: 'with a folder that a daemon made',
    uid: 1000,
    gid: 1000,
    prepare: (folder) => `chown 0:1000 ${folder} && chmod 2777 ${folder}`,
  },
]

interface Stage {
  name: string
  steps: string[]
  env: string[]
  folder: string
}

/** A shell script that builds the image and runs it with each identity, as root in namespaces of its own. */
export function imageScript({ system, node, npm, source, earlier }: ImageParts): string {
  const stages: Stage[] = []
  const last: Record<string, string> = {}
  for (const line of readFileSync(join(ROOT, 'Dockerfile'), 'utf8').split('\n')) {
    const [, instruction = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    const stage = stages.at(-1)
    if (instruction === 'FROM') {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'image'
      stages.push({ name, steps: [], env: [], folder: '/' })
    } else if (stage !== undefined && instruction !== '') follow(stage, instruction, rest)
    last[instruction] = rest
  }
  const image = stages.at(-1)
  if (image === undefined) throw new Error('The Dockerfile has no stage')
  const at = `/mnt/${image.name}`
  return `set -e
mount -t tmpfs tmpfs /mnt
machine() {
  mkdir "/mnt/$1" "/mnt/$1-changes" "/mnt/$1-work"
  mount -t overlay -o "lowerdir=${system},upperdir=/mnt/$1-changes,workdir=/mnt/$1-work" overlay "/mnt/$1"
  mount -t proc proc "/mnt/$1/proc"
  mount --rbind /dev "/mnt/$1/dev"
  mkdir -p "/mnt/$1/usr/local/bin" "/mnt/$1/usr/local/lib"
  cp '${node}' "/mnt/$1/usr/local/bin/node"
  cp -r '${npm}' "/mnt/$1/usr/local/lib/npm"
  ln -s ../lib/npm/bin/npm-cli.js "/mnt/$1/usr/local/bin/npm"
}
${stages.map((stage) => `machine ${stage.name}\n${stage.steps.join('\n')}`).join('\n')}
${[...IDENTITIES, ...earlier.map(upgraded)].map((identity, index) => runScript(at, image, identity, `/mnt/volume-${index}`, last)).join('\n')}
`

  /** Adds what an instruction does to the machine of a stage. */
  function follow(stage: Stage, instruction: string, rest: string): void {
    const root = `/mnt/${stage.name}`
    if (instruction === 'WORKDIR') {
      stage.folder = rest
      stage.steps.push(`mkdir -p ${root}${rest}`)
    } else if (instruction === 'ENV') stage.env.push(...rest.split(' '))
    else if (instruction === 'RUN') stage.steps.push(inside(root, stage, ['sh', '-c', rest], 'env'))
    else if (instruction === 'COPY') {
      const [, from, what = '', to = ''] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(rest) ?? []
      const target = `${root}${stage.folder}/${to}`
      const origin = from === undefined ? `'${source}'/${what}` : `/mnt/${from}${what}`
      stage.steps.push(
        what === '.' ? `cp -a ${origin} ${target}` : `mkdir -p $(dirname ${target})\ncp -a ${origin} ${target}`,
      )
    }
  }
}

/** A command in a machine, with the environment of its stage, in addition to that of the script or instead of it. */
function inside(
  root: string,
  { env, folder }: Stage,
  command: readonly string[],
  through: 'env' | 'env -i',
  user = '0:0',
): string {
  const words = ['sh', '-c', `cd ${folder} && exec "$0" "$@"`, ...command].map(quoted).join(' ')
  const variables = ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', ...env]
  return `chroot --userspec=${user} ${root} ${through} ${variables.map(quoted).join(' ')} ${words}`
}

/**
 * What a person does with the image, in its own Node: `store` signs in, creates a bucket and uploads an object, and `read` downloads
 * it again after a restart.
 */
const USE = `
import { readFileSync } from 'node:fs'
const url = 'http://127.0.0.1:9090'
const keys = readFileSync(process.env.COOPERAGE_DATA + '/root-credentials', 'utf8')
const [accessKey, secretKey] = ['ACCESS_KEY', 'SECRET_KEY'].map((name) => new RegExp(name + '=(.*)').exec(keys)[1])
const json = { 'content-type': 'application/json', origin: url }
async function call(method, path, headers, body) {
  const response = await fetch(url + path, { method, headers, body })
  if (!response.ok) throw new Error(method + ' ' + path + ' answers ' + response.status + ': ' + (await response.text()))
  return response
}
const { headers } = await call('POST', '/api/v1/login', json, JSON.stringify({ accessKey, secretKey }))
const cookie = headers.getSetCookie().map((line) => line.split(';', 1)[0]).join('; ')
if (process.argv[1] === 'store') {
  await call('POST', '/api/v1/buckets', { ...json, cookie }, JSON.stringify({ name: 'stored' }))
  const form = new FormData()
  form.append('5', new Blob(['hello']), 'greeting')
  await call('POST', '/api/v1/buckets/stored/objects/upload?prefix=', { cookie, origin: url }, form)
} else {
  const text = await (await call('GET', '/api/v1/buckets/stored/objects/download?prefix=greeting', { cookie })).text()
  if (text !== 'hello') throw new Error('After a restart the object is ' + JSON.stringify(text))
}
`

/**
 * Starts the image on a network of its own and a root that can't be written to, waits until its health check succeeds, stores an
 * object, stops it, and reads the object after another start.
 */
function runScript(
  root: string,
  image: Stage,
  identity: Identity,
  folder: string,
  last: Record<string, string>,
): string {
  const { what, uid, gid, prepare } = identity
  const command: string[] = JSON.parse(last.ENTRYPOINT ?? '[]')
  const health: string[] = JSON.parse(/CMD (\[.*)$/.exec(last.HEALTHCHECK ?? '')?.[1] ?? '[]')
  const user = `${uid}:${gid}`
  const volume = `${root}${last.VOLUME}`
  const asTheVolume = `chown --reference=${volume} ${folder} && chmod --reference=${volume} ${folder}`
  const use = (what: string) =>
    inside(root, image, ['node', '--input-type=module', '--eval', USE, what], 'env -i', user)
  return `echo 'The image ${what}'
unshare --mount --net sh -c ${quoted(`set -e
ip link set lo up
mkdir ${folder}
${prepare?.(folder) ?? asTheVolume}
mount --bind ${folder} ${volume}
mount -t tmpfs tmpfs ${root}/tmp
mount -o remount,bind,ro ${root}
start() {
  ${inside(root, image, command, 'env -i', user)} >/mnt/output 2>&1 &
  pid=$!
  tries=0
  until ${inside(root, image, health, 'env -i', user)}; do
    tries=$((tries + 1))
    [ $tries -lt 120 ] && kill -0 $pid || { cat /mnt/output >&2; exit 1; }
    sleep 0.5
  done
}
stop() {
  kill -TERM $pid
  wait $pid || { echo "It ended with $?" >&2; cat /mnt/output >&2; exit 1; }
}
start
[ -f ${volume}/root-credentials ]
${use('store')}
stop
start
${use('read')}
stop
for file in LICENSE NOTICE THIRD-PARTY-NOTICES.txt; do
  [ -s ${root}/app/$file ] || { echo "The image has no $file" >&2; exit 1; }
done
`)}`
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
