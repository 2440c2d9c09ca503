/**
 * Values are stored the same way in both databases: instants as ISO text in UTC, booleans as 0 and 1, lists and objects
 * as JSON text. Only this file converts them (docs/decisions/0001-values-as-text.md).
 */

export type Flag = 0 | 1
export type JsonText = string
export type IsoText = string

export function toFlag(value: boolean): Flag {
  return value ? 1 : 0
}

export function fromFlag(value: number): boolean {
  return value !== 0
}

export function toJson(value: unknown): JsonText {
  return JSON.stringify(value)
}

/** Parses a JSON column that only this product writes. */
export function fromJson<T>(value: JsonText): T {
  return JSON.parse(value) as T
}

export function fromJsonOr<T>(value: JsonText | null, fallback: T): T {
  return value === null ? fallback : (JSON.parse(value) as T)
}

export function toIso(date: Date | number): IsoText {
  return new Date(date).toISOString()
}

export function nowIso(): IsoText {
  return new Date().toISOString()
}
