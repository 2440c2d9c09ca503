/** A report's size: bytes / 1048576 with one decimal (docs/behavior.md#display). */
export function formatMegabytes(sizeBytes: number): string {
  return `${(sizeBytes / 1_048_576).toFixed(1)} MB`
}

/** A logo file's size, one decimal. */
export function formatKilobytes(sizeBytes: number): string {
  return `${(sizeBytes / 1024).toFixed(1)} KB`
}
