/** Types for the parts of saxen that are used; the package has none. */
declare module 'saxen' {
  type DecodeEntities = (text: string) => string

  export class Parser {
    on(
      event: 'openTag',
      listener: (
        name: string,
        attributes: () => Record<string, string> | false,
        decode: DecodeEntities,
        selfClosing: boolean,
      ) => void,
    ): this
    on(event: 'closeTag', listener: (name: string) => void): this
    on(event: 'text', listener: (text: string, decode: DecodeEntities) => void): this
    on(event: 'cdata', listener: (text: string) => void): this
    write(xml: string): this
    end(): Error | null
  }
}
