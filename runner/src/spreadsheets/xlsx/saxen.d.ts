/** Types for the parts of saxen that are used; the package has none. */
declare module 'saxen' {
  export class Parser {
    /** Reads namespaces: a tag's name then has a prefix that stands for its namespace. */
    ns(): this
    on(
      event: 'openTag',
      listener: (name: string, attributes: () => Record<string, string> | false) => void,
    ): this
    on(event: 'closeTag' | 'text' | 'cdata', listener: (text: string) => void): this
    on(event: 'warn', listener: (warning: Error) => void): this
    write(xml: string): this
    end(): Error | null
  }
}
