/** An error answer of the Delivery API, with its public id. */
export class ServiceError extends Error {
  readonly status: number;
  readonly id: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    status: number,
    id: string,
    message: string,
    details?: Readonly<Record<string, unknown>>,
  ) {
    super(message);
    this.status = status;
    this.id = id;
    this.details = details;
  }
}

export const badRequest = (message: string) => new ServiceError(400, 'BadRequest', message);

export const invalidQuery = (name: string, path: readonly string[], details: string) =>
  new ServiceError(
    400,
    'InvalidQuery',
    'The query you sent was invalid. Probably a filter or ordering specification is not applicable to the type of a field.',
    { errors: [{ name, path, details }] },
  );

export const notFound = (details?: Readonly<Record<string, unknown>>) =>
  new ServiceError(404, 'NotFound', 'The resource could not be found.', details);

export const tokenInvalid = () =>
  new ServiceError(
    401,
    'AccessTokenInvalid',
    'The access token you sent could not be found or is invalid.',
  );
