/** An error answer of the Delivery API, with its public id. */
export class ServiceError extends Error {
  readonly status: number;
  readonly answer: object;

  constructor(status: number, id: string, message: string, details?: object) {
    super(message);
    this.status = status;
    this.answer = { sys: { type: 'Error', id }, message, ...(details && { details }) };
  }
}

export const badRequest = (message: string) => new ServiceError(400, 'BadRequest', message);

export const invalidQuery = (name: string, path: string, details: string) =>
  new ServiceError(
    400,
    'InvalidQuery',
    'The query you sent was invalid. Probably a filter or ordering specification is not applicable to the type of a field.',
    { errors: [{ name, path: [path], details }] },
  );

export const notFound = new ServiceError(404, 'NotFound', 'The resource could not be found.');

export const tokenInvalid = new ServiceError(
  401,
  'AccessTokenInvalid',
  'The access token you sent could not be found or is invalid.',
);

/** Bytes of an answer, at most. */
export const largestAnswer = 7_340_032;

export const tooBig = (size: number) =>
  badRequest(
    `Response size too big, was: ${size}B. Maximum allowed response size: ${largestAnswer}B.`,
  );
