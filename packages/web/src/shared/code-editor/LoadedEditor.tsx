import '../../messages/en/code-editor.ts'
import '../../messages/en/shell.ts'
import type { EditorView } from '@codemirror/view'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { textGroup, useTexts } from '../../messages/use-texts.ts'
import { sentences } from '../text/sentences.ts'
import classes from './code-editor.module.css'
import { createEditor, type Settings } from './create-editor.ts'
import { FindingList } from './FindingList.tsx'
import { type Finding, findingsOf } from './findings.ts'
import type { EditorProps } from './types.ts'

const isMac = globalThis.navigator?.platform.startsWith('Mac')

/** The editor itself; only {@link CodeEditor} loads it. */
export function LoadedEditor(props: EditorProps) {
  const { label, labelId, describedBy, value, onChange, isReadOnly, completions, lintSource } = props
  const t = useTexts(['codeEditor', 'shell'])
  const hintId = useId()
  const container = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<ReturnType<typeof createEditor>>()
  const [findings, setFindings] = useState<readonly Finding[]>([])
  const onDocument = useEffectEvent(onChange)
  const syntaxMessage = useEffectEvent((kind: Parameters<Settings['syntaxMessage']>[0]) => t(`json.${kind}`))
  const startValue = useEffectEvent(() => value)
  const startLanguage = useEffectEvent(() => props.language)
  const startShown = useEffectEvent(() => props.shown)

  useEffect(() => {
    if (!container.current) return
    const created = createEditor(container.current, startValue(), {
      language: startLanguage(),
      onDocument: (text) => onDocument(text),
      onFindings: (view: EditorView) => setFindings(findingsOf(view.state)),
      syntaxMessage: (kind) => syntaxMessage(kind),
      phrases: textGroup('codeEditor', 'phrases'),
    })
    setEditor(created)
    const shown = startShown()
    if (shown) created.goTo(shown)
    return () => created.destroy()
  }, [])

  useEffect(() => editor?.setValue(value), [editor, value])
  useEffect(() => {
    editor?.configure({ labelId, describedBy: `${describedBy} ${hintId}`.trim(), isReadOnly })
  }, [editor, labelId, describedBy, hintId, isReadOnly])
  useEffect(() => editor?.assist({ completions, lintSource }), [editor, completions, lintSource])

  const hints = [
    t('leave'),
    t('search', { key: isMac ? '⌘' : t('shell:controlKey') }),
    ...(completions && !isReadOnly ? [t('complete')] : []),
    ...(findings.length > 0 ? [t('nextFinding')] : []),
  ]
  return (
    <>
      <div
        ref={container}
        className={classes.frame}
        data-invalid={findings.some(({ severity }) => severity === 'error') || undefined}
      />
      <FindingList
        label={t('findings', { label })}
        findings={findings}
        onSelect={(finding) => editor?.goTo(finding)}
        onAction={isReadOnly ? undefined : ({ from, to }, action) => editor?.act(action, from, to)}
      />
      <p id={hintId} className={classes.hint}>
        {sentences(hints)}
      </p>
    </>
  )
}
