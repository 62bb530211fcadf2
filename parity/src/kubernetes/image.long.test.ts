/** The image without a container runtime: what its Dockerfile copies is all that the console needs. */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  cleanEnvironment,
  commandFile,
  readyAddress,
  startChild,
  startPlatformCluster,
  tempFolder,
} from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { DEPLOY } from './manifests.ts'

const ROOT = join(DEPLOY, '..')
const lines = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').split('\n')
const argumentsOf = (instruction: string) =>
  lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1))

test('the image has what the console needs, and starts it for a cluster', async () => {
  // Built, if it isn't.
  commandFile()
  const folder = tempFolder('image')
  const cluster = await startPlatformCluster()
  const [build, app] = [join(folder.path, 'build'), join(folder.path, 'app')]
  try {
    installPackages(build)
    for (const copy of argumentsOf('COPY --from=build')) {
      const [from = '', to = ''] = copy.split(' ')
      const path = from.replace('/app/', '')
      // Written by a step of the image.
      if (path === 'THIRD-PARTY-NOTICES.txt') continue
      mkdirSync(dirname(join(app, to)), { recursive: true })
      // Links of the packages lead to sources, which the image doesn't have.
      cpSync(join(path === 'node_modules' ? build : ROOT, path), join(app, to), {
        recursive: true,
        verbatimSymlinks: true,
      })
    }
    const [program] = JSON.parse(argumentsOf('ENTRYPOINT')[0] ?? '')
    // A link that a step of the image makes.
    const link = argumentsOf('RUN').find((step) => step.endsWith(`/bin/${program}`)) ?? ''
    const [, , target = ''] = link.split(' ')
    const child = startChild(process.execPath, [join(app, target.replace('/app/', ''))], {
      cwd: app,
      env: cleanEnvironment({
        COOPERAGE_MODE: 'operator',
        COOPERAGE_PORT: '0',
        COOPERAGE_DATA: join(folder.path, 'data'),
        COOPERAGE_KUBERNETES_URL: cluster.server.url.href,
      }),
    })
    try {
      const url = await readyAddress(child)
      expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ status: 'ok' })
      expect(await (await fetch(`${url}/login`)).text()).toContain('<title>Cooperage')
      const signedIn = await fetch(`${url}/api/v1/login/operator`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jwt: cluster.adminToken }),
      })
      expect(signedIn.status).toBe(201)
    } finally {
      await child.stop()
    }
  } finally {
    await cluster.stop()
    folder.remove()
  }
}, 120_000)

/** The packages of the image, by the command in the Dockerfile. */
function installPackages(folder: string): void {
  const files = globSync(['{package,package-lock}.json', '.npmrc', '{packages/*,parity,e2e,bench}/package.json'], {
    cwd: ROOT,
  })
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(ROOT, file), join(folder, file))
  }
  const command = argumentsOf('RUN').find((each) => each.startsWith('npm ci --omit=dev'))
  execFileSync('sh', ['-c', command ?? ''], { cwd: folder, stdio: 'pipe' })
}
