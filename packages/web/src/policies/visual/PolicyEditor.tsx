import '../../messages/en/policy-editor.ts'
import { isSamePolicy } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { JsonPolicyEditor, type PolicyEditorProps } from '../editor/JsonPolicyEditor.tsx'
import { START_TEXT } from '../start-text.ts'
import { TemplatePanel } from '../templates/TemplatePanel.tsx'
import { type EditorView, setEditorView, useEditorView } from './editor-view.ts'
import { LiveSimulation } from './LiveSimulation.tsx'
import { visualStatements, withStatement } from './statements.ts'
import { VisualEditor } from './VisualEditor.tsx'
import classes from './visual.module.css'

const VIEWS: readonly EditorView[] = ['visual', 'json']

/** The editor of policies: statements as cards or the JSON, which are the same document, with templates and a simulation. */
export function PolicyEditor(props: PolicyEditorProps) {
  const { label, isLabelHidden, description, value, onChange, bucket = '', isReadOnly = false } = props
  const t = useTexts('policyEditor')
  const view = useEditorView()
  const [shown, setShown] = useState<{ from: number; to: number }>()
  const canEdit = onChange !== undefined && !isReadOnly
  const show = (next: EditorView, part?: { from: number; to: number }) => {
    setShown(part)
    setEditorView(next)
  }
  return (
    <div className={classes.editor}>
      <div className={classes.tools}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a heading of the dialog for screen readers. */}
        <div role="group" aria-label={t('views.label')} className={classes.views}>
          {VIEWS.map((one) => (
            <Button
              key={one}
              size="compact-sm"
              variant={one === view ? 'light' : 'subtle'}
              aria-pressed={one === view}
              onClick={() => show(one)}
            >
              {t(`views.${one}`)}
            </Button>
          ))}
        </div>
      </div>
      {canEdit && (
        <TemplatePanel
          bucket={bucket}
          isInvalid={visualStatements(value) === undefined && value.trim() !== ''}
          onUse={(statements) => onChange(withTemplate(value, statements))}
        />
      )}
      {view === 'json' ? (
        <JsonPolicyEditor {...props} shown={shown} />
      ) : (
        <VisualEditor
          label={label}
          isLabelHidden={isLabelHidden === true}
          description={description}
          bucket={bucket}
          text={value}
          onChange={canEdit ? onChange : undefined}
          onEditJson={(part) => show('json', part)}
        />
      )}
      <LiveSimulation text={value} bucket={bucket} />
    </div>
  )
}

/** The document with the statements of a template, which replace those of a new policy. */
function withTemplate(text: string, statements: readonly object[]): string {
  if (text.trim() === '' || isSamePolicy(text, START_TEXT)) {
    return JSON.stringify({ Version: '2012-10-17', Statement: statements }, undefined, 2)
  }
  return statements.reduce<string>(withStatement, text)
}
