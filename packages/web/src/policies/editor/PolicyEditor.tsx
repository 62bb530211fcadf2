import '../../messages/en/policies.ts'
import { CodeEditor, type CodeEditorProps } from '../../shared/code-editor/CodeEditor.tsx'
import { usePolicyHelp } from './use-policy-help.ts'

interface PolicyEditorProps
  extends Pick<CodeEditorProps, 'label' | 'isLabelHidden' | 'description' | 'value' | 'onChange'> {
  /** Whose own policy it is; absent for policies of accounts. */
  bucket?: string
  isReadOnly?: boolean
}

/** The editor for policies: it offers actions, resources and conditions, and says what is wrong at its line. */
export function PolicyEditor({ bucket = '', ...props }: PolicyEditorProps) {
  return <CodeEditor {...props} {...usePolicyHelp(bucket)} />
}
