// Node's datagrams in the shape that the sample client expects: no error is undefined, not null. Counts what comes, by opcode.
import dgram from 'node:dgram';

export const frames = {};

export default {
    createSocket(options) {
        const socket = dgram.createSocket(options);
        const send = socket.send.bind(socket);
        socket.send = (data, offset, length, port, host, done) =>
            send(data, offset, length, port, host, (error) => done(error ?? undefined));
        socket.on('message', (data) => {
            const opcode = data.length > 5 ? data[5] : -1;
            frames[opcode] = (frames[opcode] ?? 0) + 1;
        });
        return socket;
    },
};
