/** Makes new files of this process accessible to its own user only. */
export function restrictNewFiles(): void {
  process.umask(0o077)
}
