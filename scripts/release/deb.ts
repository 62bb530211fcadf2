import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { ROOT } from '../workspace.mjs'
import { output, run } from './commands.ts'
import type { Platform } from './platforms.ts'

const SYSTEMD = join(ROOT, 'deploy/systemd')

/** Only the account is made: whether and how the service runs is for the administrator to say. */
const POSTINST = `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  if ! getent passwd cooperage >/dev/null; then
    useradd --system --user-group --home-dir /var/lib/cooperage --no-create-home --shell /usr/sbin/nologin cooperage
  fi
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload || true
    systemctl try-restart cooperage.service || true
  fi
  if [ -z "$2" ]; then
    echo "Cooperage is installed and not started. Settings: /etc/cooperage/cooperage.env. Start: systemctl enable --now cooperage"
  fi
fi
`
const PRERM = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl disable --now cooperage.service || true
fi
`
/** The data stays even after a purge: only the administrator can say that it isn't needed any more. */
const POSTRM = `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload || true
fi
if [ "$1" = purge ]; then
  rm -rf /var/cache/cooperage
  if [ -d /var/lib/cooperage ]; then
    echo "The data in /var/lib/cooperage is kept. Remove it when it isn't needed any more."
  fi
fi
`

/** Builds the Debian package of the folder that the platform's archive has. */
export function buildDeb(
  root: string,
  folder: string,
  { debian }: Platform,
  version: string,
  outFolder: string,
  epoch: number,
): void {
  const add = (path: string, content: string, mode = 0o644) => {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    chmodSync(file, mode)
  }
  const copy = (from: string, to: string) => add(to, readFileSync(join(SYSTEMD, from), 'utf8'))
  mkdirSync(join(root, 'usr/lib'), { recursive: true })
  mkdirSync(join(root, 'usr/bin'))
  cpSync(folder, join(root, 'usr/lib/cooperage'), { recursive: true })
  symlinkSync('../lib/cooperage/bin/cooperage', join(root, 'usr/bin/cooperage'))
  for (const unit of ['cooperage.service', 'cooperage-backup.service', 'cooperage-backup.timer']) {
    copy(unit, `usr/lib/systemd/system/${unit}`)
  }
  copy('cooperage.env', 'etc/cooperage/cooperage.env')
  for (const file of ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'NOTICE']) {
    add(`usr/share/doc/cooperage/${file}`, readFileSync(join(ROOT, file), 'utf8'))
  }
  add('usr/share/doc/cooperage/copyright', readFileSync(join(ROOT, 'LICENSE'), 'utf8'))
  const size = output('du', ['-sk', '--apparent-size', root]).split('\t', 1)[0]
  add(
    'DEBIAN/control',
    [
      'Package: cooperage',
      `Version: ${version}`,
      `Architecture: ${debian}`,
      'Maintainer: The Cooperage authors <maintainers@cooperage.invalid>',
      `Installed-Size: ${size}`,
      'Depends: libc6 (>= 2.28), libstdc++6, passwd',
      'Section: admin',
      'Priority: optional',
      'Description: console for S3-compatible object storage',
      ' Administers MinIO and compatible servers in the browser. Without one, it runs',
      ' its own storage engine on this machine.',
      '',
    ].join('\n'),
  )
  add('DEBIAN/conffiles', '/etc/cooperage/cooperage.env\n')
  add('DEBIAN/postinst', POSTINST, 0o755)
  add('DEBIAN/prerm', PRERM, 0o755)
  add('DEBIAN/postrm', POSTRM, 0o755)
  run('find', [root, '-exec', 'touch', '-h', '-d', `@${epoch}`, '{}', '+'])
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(epoch) }
  run(
    'dpkg-deb',
    // The usual level takes seven times as long for Node, and saves an eighth of its size.
    ['--root-owner-group', '-Zxz', '-z1', '--build', root, join(outFolder, `cooperage_${version}_${debian}.deb`)],
    { env },
  )
}
