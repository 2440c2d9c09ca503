/** Says in a sentence for the operator why the server cannot start. */
export class StartError extends Error {
  override name = 'StartError'
}
