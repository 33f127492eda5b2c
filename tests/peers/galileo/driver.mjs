// Runs the sample client: HOST:PORT PATH TOKEN. A JSON object a line tells what to do on standard input, what happened on output.
import readline from 'node:readline';
import UdpFastClient from './client.mjs';
import { frames } from './datagrams.mjs';

const tell = (event, more = {}) => process.stdout.write(`${JSON.stringify({ event, ...more })}\n`);
// the client complains there
console.log = (...words) => process.stderr.write(`${words.join(' ')}\n`);

const client = new UdpFastClient(...process.argv.slice(2, 5));
client.onOpen(() => tell('open'));
client.onClose(() => tell('close'));
client.onMessageReceived((text) => tell('text', { text }));
client.onDataReceived((data) => tell('bytes', { size: data.length }));
client.start();

readline
    .createInterface({ input: process.stdin })
    .on('line', (line) => {
        const wish = JSON.parse(line);
        if (wish.text !== undefined) client.sendMsg(wish.text);
        if (wish.size !== undefined) client.sendBuf(new Uint8Array(wish.size), 0, wish.size);
        if (wish.frames) tell('frames', { counts: frames, connected: client.isConnected() });
        if (wish.stop) client.stop();
    })
    .on('close', () => process.exit(0));
