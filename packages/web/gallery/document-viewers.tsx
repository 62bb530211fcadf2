import { type ComponentType, useState } from 'react'
import { documentViewers } from '../src/objects/preview/viewers/document-viewers.ts'
import type { ViewerProps } from '../src/objects/preview/viewers/viewer.ts'
import { lazyPart } from '../src/shared/lazy-part.ts'

const encoder = new TextEncoder()
const policy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['*'] }] }

/** The examples: a name, and content that also has what hostile content has. */
const EXAMPLES: Record<string, Uint8Array<ArrayBuffer>> = {
  'notes.md': encoder.encode(
    '# Notes\n\nA *short* text with `code`, a [link](https://example.com) and <script>alert(1)</script>.\n\n' +
      '- one\n- two\n\n```sh\nmc ls local\n```\n\n| key | size |\n|---|---|\n| a | 1 |\n\n> quote\n\n![chart](https://example.com/x.png)\n',
  ),
  'rows.csv': encoder.encode(
    `name,size,note\n${Array.from({ length: 300 }, (_, at) => `photo-${at}.jpg,${at * 1024},"a, ""b"""`).join('\n')}\nx,\u202Egpj,<b>\n`,
  ),
  'policy.json': encoder.encode(JSON.stringify({ policies: Array.from({ length: 40 }, () => policy) })),
  'main.py': encoder.encode(
    'import os\n\n# A comment\ndef main(name: str) -> int:\n    return len(f"hello {name}") + 42\n',
  ),
  'firmware.bin': Uint8Array.from({ length: 200_000 }, (_, at) => (at * 7) % 256),
  'large.log': encoder.encode(`2026-11-26T10:00:00Z INFO request served in 12 ms\n`.repeat(30_000)),
}

export default function DocumentViewers() {
  const [shown, setShown] = useState('notes.md')
  const [own, setOwn] = useState<File>()
  const name = own?.name ?? shown
  return (
    <>
      <p>
        <select aria-label="Example" value={shown} onChange={(event) => setShown(event.currentTarget.value)}>
          {Object.keys(EXAMPLES).map((example) => (
            <option key={example}>{example}</option>
          ))}
        </select>{' '}
        <input type="file" aria-label="Own file" onChange={(event) => setOwn(event.currentTarget.files?.[0])} />
      </p>
      <div style={{ height: 480, border: '1px solid var(--coop-line)' }}>
        <Shown key={name} name={name} content={own ?? new Blob([EXAMPLES[shown] ?? new Uint8Array()])} />
      </div>
    </>
  )
}

function Shown({ name, content }: { name: string; content: Blob }) {
  const [Viewer] = useState<ComponentType<ViewerProps> | undefined>(() => {
    const viewer = documentViewers.find(({ matches }) => matches(name, '', content.size))
    return viewer && lazyPart(viewer.load)
  })
  const [signal] = useState(() => new AbortController().signal)
  if (!Viewer) return null
  return (
    <Viewer
      object={{ bucket: 'photos', key: name, size: content.size, contentType: '' }}
      readRange={async (start, end) => new Uint8Array(await content.slice(start, end).arrayBuffer())}
      signal={signal}
    />
  )
}
