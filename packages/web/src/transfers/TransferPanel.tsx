export function TransferPanel() {
  return null
}
