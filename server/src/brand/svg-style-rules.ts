/** A style rule as far as its reach matters: which elements its declarations may apply to. */
export interface StyleRule {
  /** Of `.a`, `#b` or `rect` each; `undefined` when it may be any element. */
  selectors: string[] | undefined
  declarations: string
}

/** Addresses, comments and strings, which may hold braces that mean nothing. */
const opaqueParts =
  /(url\(\s*(?:"[^"]*"|'[^']*'|[^)"']*)\s*\)?)|\/\*[\s\S]*?(?:\*\/|$)|"[^"\n\r\f]*(?:"|(?=[\n\r\f])|$)|'[^'\n\r\f]*(?:'|(?=[\n\r\f])|$)/gi

/**
 * The rules of a style sheet without escapes. What is not plainly `selector {declarations}` counts as
 * a rule for every element: a limit made from this is too strict, never too lax.
 */
export function readStyleRules(css: string): StyleRule[] {
  const plain = css.replaceAll(opaqueParts, (_part, url?: string) =>
    url === undefined ? ' ' : url.replaceAll(/[{}]/g, ''),
  )
  const rules: StyleRule[] = []
  const rest = plain.replaceAll(/([^{};]*)\{([^{}]*)\}/g, (_rule, selectors, declarations) => {
    rules.push({ selectors: readSelectors(selectors), declarations })
    return ';'
  })
  return [...rules, { selectors: undefined, declarations: rest }]
}

/** What the last part of each selector names; the parts before it only narrow that down. */
function readSelectors(text: string): string[] | undefined {
  const names = text.split(',').map((selector) => {
    const last =
      selector
        .trim()
        .split(/[\s>+~]+/)
        .at(-1) ?? ''
    return /^([.#]?[a-z_][\w-]*)([.#][\w-]+)*(:[a-z-]+)*$/i.exec(last)?.[1]
  })
  const known = names.filter((name) => name !== undefined)
  return known.length === names.length && !/[()[\]&]/.test(text) ? known : undefined
}
