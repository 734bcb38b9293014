import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { listen } from './listen.ts';

export interface Mail {
  from: string;
  recipients: string[];
  /** Header block and text, as received. */
  headers: string[];
  text: string;
  messageId: string;
}

interface SmtpFault {
  at: 'greeting' | 'login' | 'sender' | 'recipient' | 'data';
  code: number;
  words?: string;
}

/** A mail server on loopback that keeps every accepted mail. */
export async function startSmtpSink(
  options: SMTPServerOptions = { disabledCommands: ['STARTTLS'] },
) {
  const mails: Mail[] = [];
  let current: SmtpFault | null = null;
  const failAt = (at: SmtpFault['at']) => {
    if (current?.at !== at) return null;
    return Object.assign(new Error(current.words ?? 'no such luck'), {
      responseCode: current.code,
    });
  };

  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    ...options,
    onConnect: (_session, done) => {
      current = sink.fault();
      done(failAt('greeting'));
    },
    onAuth: (_login, _session, done) => done(failAt('login'), { user: 'known' }),
    onMailFrom: (_address, _session, done) => done(failAt('sender')),
    onRcptTo: (_address, _session, done) => done(failAt('recipient')),
    onData(stream, { envelope }, done) {
      text(stream).then((content) => {
        const failure = failAt('data');
        const [head = '', ...rest] = content.split('\r\n\r\n');
        const headers = head.replace(/\r\n[ \t]/g, ' ').split('\r\n');
        if (!failure)
          mails.push({
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            recipients: envelope.rcptTo.map(({ address }) => address),
            headers,
            text: rest.join('\r\n\r\n'),
            messageId: headers.find((header) => header.startsWith('Message-ID: ')) ?? '',
          });
        done(failure);
      }, done);
    },
  });
  // Tests kill clients in the middle of a command.
  server.on('error', () => undefined);

  const sink = {
    url: `smtp${options.secure ? 's' : ''}://${await listen(server.server)}`,
    mails,
    /** Called once for each connection; null accepts its mail. */
    fault: (): SmtpFault | null => null,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
  return sink;
}

export type SmtpSink = Awaited<ReturnType<typeof startSmtpSink>>;
