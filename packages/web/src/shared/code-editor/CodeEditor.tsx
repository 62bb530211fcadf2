import type { CompletionSource } from '@codemirror/autocomplete'
import type { LintSource } from '@codemirror/lint'
import { type ComponentType, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './CodeEditor.module.css'
import type { EditorProps } from './types.ts'

export interface CodeEditorProps {
  label: string
  /** The label is read out only: the heading above says the same. */
  isLabelHidden?: boolean
  /** Stands below the label. */
  description?: string
  /** Ids of further elements that describe the editor. */
  describedBy?: string
  value: string
  onChange?: (value: string) => void
  isReadOnly?: boolean
  /** What may be written at the cursor; the same function from render to render. */
  completionSource?: CompletionSource
  /** Findings beyond the syntax; asked only about valid JSON; the same function from render to render. */
  lintSource?: LintSource
}

/**
 * A field for JSON: colours, folding, search, findings at their line. The code behind it comes when the first one is shown;
 * if it cannot be loaded, a plain field takes its place. Tab goes on to the next control, as in every field.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { label, isLabelHidden, description, describedBy, value, onChange, isReadOnly = false } = props
  const { t } = useTranslation()
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
    completionSource: props.completionSource,
    lintSource: props.lintSource,
  }
  return (
    <div className={classes.field}>
      <div id={`${id}-label`} className={isLabelHidden ? classes.srOnly : classes.label}>
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

/** What stands in for the editor where its code could not be loaded. */
function PlainField({ labelId, describedBy, value, onChange, isReadOnly }: EditorProps) {
  const { t } = useTranslation()
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

/** Kept once it is there, so that a second editor is drawn at once. */
let loaded: ComponentType<EditorProps> | undefined

function useLoadedEditor() {
  const [state, setState] = useState({ Editor: loaded, failed: false })
  useEffect(() => {
    if (loaded) return
    let isGone = false
    import('./LoadedEditor.tsx').then(
      (module) => {
        loaded = module.LoadedEditor
        if (!isGone) setState({ Editor: loaded, failed: false })
      },
      () => {
        if (!isGone) setState({ Editor: undefined, failed: true })
      },
    )
    return () => {
      isGone = true
    }
  }, [])
  return state
}
