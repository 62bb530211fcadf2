import type { LintSource } from '@codemirror/lint'
import { type ComponentType, useEffect, useId, useState } from 'react'
import { inLanguage } from '../../messages/i18n.ts'
import { useTexts } from '../../messages/use-texts.ts'
import layout from '../layout.module.css'
import classes from './code-editor.module.css'
import type { Completions, EditorProps } from './types.ts'

export interface CodeEditorProps {
  /** Default: JSON. */
  language?: 'json' | 'yaml'
  label: string
  /** The label is for screen readers only: the heading above says the same. */
  isLabelHidden?: boolean
  /** Shown below the label. */
  description?: string
  /** Ids of further elements that describe the editor. */
  describedBy?: string
  value: string
  onChange?: (value: string) => void
  isReadOnly?: boolean
  /** Completions at the cursor; must be stable between renders. */
  completions?: Completions
  /** Findings beyond the syntax of JSON, only for valid JSON; all findings in YAML. Must be stable between renders. */
  lintSource?: LintSource
  /** A part of the text that is selected and shown when the editor opens. */
  shown?: { from: number; to: number } | undefined
}

/**
 * A field for JSON or YAML: highlighting, folding, search, findings at their lines. Its code is loaded with the first editor; if that
 * fails, a plain field replaces it. Tab moves to the next control, as in every field.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { label, isLabelHidden, description, describedBy, value, onChange, isReadOnly = false } = props
  const t = useTexts()
  const id = useId()
  const { Editor, failed } = useLoadedEditor()
  const describing = [description && `${id}-description`, describedBy].filter(Boolean).join(' ')
  const shared: EditorProps = {
    labelId: `${id}-label`,
    describedBy: describing,
    label,
    value,
    onChange: (next) => onChange?.(next),
    isReadOnly: isReadOnly || onChange === undefined,
    language: props.language ?? 'json',
    completions: props.completions,
    lintSource: props.lintSource,
    shown: props.shown,
  }
  return (
    <div className={classes.field}>
      <div id={`${id}-label`} className={isLabelHidden ? layout.hidden : classes.label}>
        {label}
      </div>
      {description && (
        <p id={`${id}-description`} className={classes.hint}>
          {description}
        </p>
      )}
      {Editor && <Editor {...shared} />}
      {failed && <PlainField {...shared} />}
      {!Editor && !failed && (
        <div className={classes.frame} role="status" data-waiting>
          {t('loading')}
        </div>
      )}
    </div>
  )
}

/** Replaces the editor if its code can't be loaded. */
function PlainField({ labelId, describedBy, value, onChange, isReadOnly }: EditorProps) {
  const t = useTexts()
  const id = useId()
  return (
    <>
      <textarea
        className={classes.plain}
        aria-labelledby={labelId}
        aria-describedby={`${describedBy} ${id}`.trim()}
        readOnly={isReadOnly}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={id} className={classes.hint}>
        {t('editorNotLoaded')}
      </p>
    </>
  )
}

/** Kept once it is loaded, so that a second editor renders immediately. */
let loaded: ComponentType<EditorProps> | undefined

function useLoadedEditor() {
  const [state, setState] = useState({ Editor: loaded, failed: false })
  useEffect(() => {
    if (loaded) return
    let isUnmounted = false
    inLanguage(() => import('./LoadedEditor.tsx')).then(
      (module) => {
        loaded = module.LoadedEditor
        if (!isUnmounted) setState({ Editor: loaded, failed: false })
      },
      () => {
        if (!isUnmounted) setState({ Editor: undefined, failed: true })
      },
    )
    return () => {
      isUnmounted = true
    }
  }, [])
  return state
}
