// Styles of the Mantine components that the login page and all other pages use, in the order that Mantine requires. They are
// in a cascade layer: our own styles override them wherever a bundle puts them. A dialog that shares a chunk with its page
// would otherwise come first, and lose.
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/Loader.layer.css'
