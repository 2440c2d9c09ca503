/** Returns a report's size: bytes / 1048576 with one decimal. */
export function formatMegabytes(sizeBytes: number): string {
  return `${(sizeBytes / 1_048_576).toFixed(1)} MB`
}

const units = ['KB', 'MB', 'GB', 'TB'] as const

/** Returns a size of any kind: '12 KB', '3.4 MB', '120 GB'. */
export function formatBytes(bytes: number): string {
  let size = bytes / 1024
  let unit = 0
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${size >= 10 ? Math.round(size) : Math.round(size * 10) / 10} ${units[unit]}`
}

/** Returns a logo file's size with one decimal. */
export function formatKilobytes(sizeBytes: number): string {
  return `${(sizeBytes / 1024).toFixed(1)} KB`
}
