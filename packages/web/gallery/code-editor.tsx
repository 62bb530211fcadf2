import type { LintSource } from '@codemirror/lint'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { CodeEditor } from '../src/shared/code-editor/CodeEditor.tsx'
import type { Completions } from '../src/shared/code-editor/types.ts'

const POLICY = JSON.stringify(
  {
    Version: '2012-10-17',
    Statement: [
      { Sid: 'Read', Effect: 'Allow', Action: ['s3:GetObject', 's3:ListBucket'], Resource: ['arn:aws:s3:::photos/*'] },
      {
        Effect: 'Deny',
        Action: ['s3:DeleteEverything'],
        Resource: ['*'],
        Condition: { Bool: { 'aws:SecureTransport': false } },
      },
    ],
  },
  null,
  2,
)

const actions: Completions = (context) => {
  const word = context.matchBefore(/s3:\w*/)
  if (!word && !context.explicit) return null
  return {
    from: word?.from ?? context.pos,
    options: [
      { label: 's3:GetObject', detail: 'read', info: 'Reads an object.' },
      { label: 's3:GetBucketPolicy', detail: 'read' },
      { label: 's3:PutObject', detail: 'write' },
    ],
  }
}

const unknownActions: LintSource = ({ state }) => {
  const at = state.doc.toString().indexOf('s3:DeleteEverything')
  return at < 0
    ? []
    : [{ from: at, to: at + 19, severity: 'warning', message: 'No action is called s3:DeleteEverything.' }]
}

export default function CodeEditorPiece() {
  const [text, setText] = useState(POLICY)
  return (
    <>
      <CodeEditor
        label="Policy"
        description="What the account may do."
        value={text}
        onChange={setText}
        completions={actions}
        lintSource={unknownActions}
      />
      <Button onClick={() => setText('')}>Clear</Button>
      <CodeEditor label="Stored policy" value={POLICY} isReadOnly />
      <output>{text.length} characters</output>
    </>
  )
}
