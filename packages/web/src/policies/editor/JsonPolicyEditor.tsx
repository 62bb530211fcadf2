import '../../messages/en/policies.ts'
import { CodeEditor, type CodeEditorProps } from '../../shared/code-editor/CodeEditor.tsx'
import { usePolicyHelp } from './use-policy-help.ts'

export interface PolicyEditorProps
  extends Pick<CodeEditorProps, 'label' | 'isLabelHidden' | 'description' | 'value' | 'onChange' | 'shown'> {
  /** The bucket whose policy it is; absent for policies of accounts. */
  bucket?: string
  isReadOnly?: boolean
}

/** The JSON of a policy: completes actions, resources and conditions, and reports problems at their lines. */
export function JsonPolicyEditor({ bucket = '', ...props }: PolicyEditorProps) {
  return <CodeEditor {...props} {...usePolicyHelp(bucket)} />
}
