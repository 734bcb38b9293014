import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { listen } from './listen.ts';

export interface Mail {
  from: string;
  recipients: string[];
  /** Header block and text, as received. */
  headers: string[];
  text: string;
  messageId: string;
}

/** When and how the server fails. */
interface SmtpFault {
  at: 'recipient' | 'data';
  code: number;
}

const fail = ({ code }: SmtpFault) =>
  Object.assign(new Error('no such luck'), { responseCode: code });

/** A mail server on loopback that keeps every accepted mail. */
export async function startSmtpSink() {
  const mails: Mail[] = [];
  let current: SmtpFault | null = null;

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onMailFrom(_address, _session, done) {
      current = sink.fault();
      done();
    },
    onRcptTo(_address, _session, done) {
      done(current?.at === 'recipient' ? fail(current) : undefined);
    },
    onData(stream, { envelope }, done) {
      text(stream).then((content) => {
        if (current?.at === 'data') {
          done(fail(current));
          return;
        }
        const [head = '', ...rest] = content.split('\r\n\r\n');
        const headers = head.replace(/\r\n[ \t]/g, ' ').split('\r\n');
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          recipients: envelope.rcptTo.map(({ address }) => address),
          headers,
          text: rest.join('\r\n\r\n'),
          messageId: headers.find((header) => header.startsWith('Message-ID: ')) ?? '',
        });
        done();
      }, done);
    },
  });
  // Tests kill clients in the middle of a command.
  server.on('error', () => undefined);

  const sink = {
    url: `smtp://${await listen(server.server)}`,
    mails,
    /** Called once for each mail; null accepts it. */
    fault: (): SmtpFault | null => null,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
  return sink;
}

export type SmtpSink = Awaited<ReturnType<typeof startSmtpSink>>;
