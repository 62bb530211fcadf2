import { codeEditor } from '../../messages/en/code-editor.ts'
import { addMessages } from '../../messages/i18n.ts'

addMessages('codeEditor', codeEditor)
